const main = document.querySelector('main');
setInterval(async () => {
  try {
    const response = await fetch('content');
    const open = [...main.querySelectorAll('details')].map(details => details.open);
    main.innerHTML = await response.text();
    main.querySelectorAll('details').forEach((details, i) => { details.open = open[i] ?? false; });
  } catch {
    document.querySelector('.progress').textContent = 'The run has ended.';
  }
}, 1000);
