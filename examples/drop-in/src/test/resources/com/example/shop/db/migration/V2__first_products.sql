insert into product (name, price, stock) values ('Kettle', 24.90, 3), ('Teapot', 18.00, 10), ('Cup, blue', 4.50, 40);
