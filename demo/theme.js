/**
 * The theme of the site's pages: the visitor's choice, under the key that the documents' pages use too, else the system's.
 * It runs before the first paint, and makes `[data-theme-switch]` work.
 */
{
  const KEY = 'vitepress-theme-appearance'
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const read = () => {
    try {
      return localStorage.getItem(KEY)
    } catch {
      // Storage can be forbidden; the system's theme stays.
      return null
    }
  }
  const isDark = () => root.dataset.theme === 'dark' || (!root.dataset.theme && system.matches)
  const show = (choice) => {
    if (choice === 'dark' || choice === 'light') root.dataset.theme = choice
    else delete root.dataset.theme
    for (const one of document.querySelectorAll('[data-theme-switch]')) one.ariaChecked = String(isDark())
    document.dispatchEvent(new CustomEvent('theme-change', { detail: isDark() ? 'dark' : 'light' }))
  }
  show(read())
  document.addEventListener('DOMContentLoaded', () => show(read()))
  system.addEventListener('change', () => show(read()))
  addEventListener('storage', ({ key }) => {
    if (key === KEY) show(read())
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-theme-switch]'))) return
    const choice = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem(KEY, choice)
    } catch {
      // The choice lasts as long as the page.
    }
    show(choice)
  })
}
