/**
 * The search of every page of the site: `[data-search]`, `/` and Ctrl+K open it. What it searches with, and in, is fetched
 * when it first opens.
 */
function make(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

let find = null
async function load() {
  const [{ readIndex }, answer] = await Promise.all([import('./index.mjs'), fetch('/search.json')])
  if (!answer.ok) throw new Error(`The search index cannot be read: ${answer.status}.`)
  return readIndex(await answer.text())
}

const field = make('input', {
  type: 'search',
  placeholder: 'Search: CSP, sign in, colours …',
  autocomplete: 'off',
  spellcheck: false,
  ariaLabel: 'Search the site',
})
const list = make('ul')
const said = make('p', { className: 'site-search-said', role: 'status' })
const dialog = make('dialog', { className: 'site-search', ariaLabel: 'Search' }, field, said, list)

function show(results) {
  list.replaceChildren(
    ...results.map(({ id, title, heading }) =>
      make(
        'li',
        {},
        make(
          'a',
          { href: id, ...(id.includes('.html') && { target: '_self' }) },
          make('strong', {}, heading || title),
          make('span', {}, heading ? title : ''),
        ),
      ),
    ),
  )
}

let asked = 0
async function search() {
  asked += 1
  const mine = asked
  const query = field.value.trim()
  try {
    find ??= load()
    const answerOf = await find
    if (mine !== asked) return
    const results = query ? answerOf(query) : []
    show(results)
    said.textContent = query && !results.length ? 'Nothing has these words.' : ''
  } catch {
    // A later search tries again.
    find = null
    if (mine === asked) said.textContent = 'The search could not be loaded. Try again.'
  }
}

/** Moves between the field and the results. */
function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...list.querySelectorAll('a')]
  // In a search field the first Escape would only empty the field.
  if (event.key === 'Escape') dialog.close()
  if (event.key === 'Enter' && event.target === field) links[0]?.click()
  if (!step) return
  event.preventDefault()
  const stops = [field, ...links]
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length]?.focus()
}

function open() {
  if (dialog.open) return
  document.body.append(dialog)
  dialog.showModal()
  field.select()
  search()
}

field.addEventListener('input', search)
dialog.addEventListener('keydown', move)
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog || target.closest('a')) dialog.close()
})
dialog.addEventListener('close', () => dialog.remove())
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-search]')) open()
})
document.addEventListener('keydown', (event) => {
  const isField =
    event.composedPath()[0] instanceof Element && event.composedPath()[0].matches('input,textarea,select')
  const isAsked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isField)
  if (!isAsked) return
  event.preventDefault()
  open()
})
