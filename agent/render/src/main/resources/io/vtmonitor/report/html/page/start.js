// Begin.

const page = new ReportPage(JSON.parse(byId('data').textContent));
window.vtMonitor = page;
if (page.model.data.kind === 'live') page.live = new Live(page);
