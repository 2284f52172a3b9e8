/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpSession;
import jakarta.validation.Valid;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

@Controller
class ShopPages {

    private final Catalog catalog;
    private final Map<Long, byte[]> pictures = new ConcurrentHashMap<>();

    ShopPages(Catalog catalog) {
        this.catalog = catalog;
    }

    @GetMapping("/")
    String index(@RequestParam(defaultValue = "") String text, Model model) {
        model.addAttribute("products", catalog.search(text));
        return "index";
    }

    @GetMapping("/products/new")
    String form(@ModelAttribute Product product) {
        return "product";
    }

    @PostMapping("/products/new")
    String save(@Valid @ModelAttribute Product product, BindingResult errors, RedirectAttributes redirect) {
        if (errors.hasErrors()) {
            return "product";
        }
        catalog.save(product);
        redirect.addFlashAttribute("message", "Saved " + product.getName());
        return "redirect:/";
    }

    @PostMapping("/products/{id}/picture")
    String upload(@PathVariable long id, MultipartFile picture, String note, RedirectAttributes redirect)
            throws IOException {
        pictures.put(id, picture.getBytes());
        redirect.addFlashAttribute(
                "message", picture.getOriginalFilename() + " " + picture.getContentType() + " " + note);
        return "redirect:/";
    }

    @GetMapping("/products/{id}/picture")
    ResponseEntity<byte[]> picture(@PathVariable long id) {
        return pictures.containsKey(id)
                ? ResponseEntity.ok().contentType(MediaType.IMAGE_PNG).body(pictures.get(id))
                : ResponseEntity.notFound().build();
    }

    @PostMapping("/basket")
    @ResponseBody
    Map<String, Integer> put(@RequestParam String product, @RequestParam int quantity, HttpSession session) {
        Map<String, Integer> basket = new TreeMap<>(basket(session));
        basket.merge(product, quantity, Integer::sum);
        session.setAttribute("basket", basket);
        return basket;
    }

    @GetMapping("/basket")
    @ResponseBody
    @SuppressWarnings("unchecked")
    Map<String, Integer> basket(HttpSession session) {
        Map<String, Integer> basket = (Map<String, Integer>) session.getAttribute("basket");
        return basket == null ? Map.of() : basket;
    }

    @GetMapping("/me")
    @ResponseBody
    String me(Principal principal) {
        return principal.getName();
    }

    @GetMapping("/admin/products")
    @ResponseBody
    List<Product> admin() {
        return catalog.search("");
    }

    @GetMapping("/broken")
    String broken() {
        throw new IllegalStateException("out of order");
    }

    @GetMapping("/untemplated")
    String untemplated() {
        return "no-such-template";
    }
}
