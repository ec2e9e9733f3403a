/** Counts violations of the page's policy. It loads before everything else on the page. */
const count = document.querySelector('#violations')
const list = document.querySelector('#violation-list')
let violations = 0
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  violations += 1
  if (count) count.textContent = String(violations)
  const row = document.createElement('li')
  row.textContent = `${effectiveDirective}: ${blockedURI}`
  list?.append(row)
})
