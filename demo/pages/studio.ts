import { describeTo, readTheme } from '../studio/frame.js'
import { dress, LOOKS, lookOf } from '../studio/looks.js'
import { QUESTIONS, type Question } from '../studio/questions.js'
import { HOSTS, readHost } from '../studio/snippets.js'
import { readAddress, type StudioState, writeAddress, writeNotice } from '../studio/state.js'
import { createStates } from '../studio/states.js'

/** The studio: questions on the left, the button and the code on the right. The address holds the answers. */
const root = document.querySelector('#studio') as HTMLElement
const find = <E extends HTMLElement>(selector: string): E => root.querySelector(selector) as E
const form = find<HTMLFormElement>('#questions')
const preview = find<HTMLIFrameElement>('#preview')
const inBase = (file: string): string => new URL(file, new URL(root.dataset.base ?? '', location.href)).href
const release = {
  script: inBase('embed.js'),
  integrity: root.dataset.integrity ?? '',
  sheet: inBase('looks.css'),
  sheetIntegrity: root.dataset.sheetIntegrity ?? '',
}

const answers = readAddress(location.search)
const [chosenHost = '', chosenView = ''] = location.hash.split('+')
const chosen = readHost(chosenHost)
let { state } = answers
let { host } = chosen

/** What the preview can show. */
const VIEWS = { desktop: 'Desktop', phone: 'Phone', states: 'Every state' }
let view = Object.hasOwn(VIEWS, chosenView) ? chosenView : 'desktop'
const send = describeTo(preview, () => ({ query: writeAddress(state), theme: readTheme() }))
const showStates = createStates(find('#states'), root.dataset.gallery ?? '')

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** The browser's own colour picker, beside the field with the answer. */
function makeSwatch(title: string, field: HTMLInputElement): HTMLInputElement {
  const swatch = make('input', {
    type: 'color',
    value: field.value || field.placeholder,
    ariaLabel: `Choose: ${title}`,
  })
  // Before the form hears of it, which then reads the field.
  swatch.addEventListener('input', () => {
    field.value = swatch.value
  })
  field.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/.test(field.value)) swatch.value = field.value
  })
  return swatch
}

/** The control of one question, with its answer. */
function makeControl(question: Question): HTMLElement {
  const { name, title } = question
  const answer = state[name]
  if (question.kind === 'switch')
    return make(
      'label',
      { className: 'check' },
      make('input', { type: 'checkbox', name, checked: answer === true }),
      title,
    )
  if (question.kind === 'text' || question.kind === 'colour') {
    const field = make('input', {
      name,
      value: String(answer),
      placeholder: question.hint ?? question.fallback,
      autocomplete: 'off',
      spellcheck: false,
    })
    if (question.kind === 'text') return make('label', {}, title, field)
    return make('div', { className: 'colour' }, make('label', {}, title, field), makeSwatch(title, field))
  }
  if (question.kind === 'word') {
    const select = make('select', { name })
    for (const [value, text] of Object.entries(question.words))
      select.append(make('option', { value, selected: value === answer }, text))
    return make('label', {}, title, select)
  }
  const boxes = Object.entries(question.words).map(([value, text]) =>
    make(
      'label',
      { className: 'check' },
      make('input', {
        type: 'checkbox',
        name,
        value,
        checked: (answer as readonly string[]).includes(value),
      }),
      text,
    ),
  )
  return make('fieldset', {}, make('legend', {}, title), ...boxes)
}

function showQuestions(): void {
  const groups = [...new Set(QUESTIONS.map(({ group }) => group))]
  form.replaceChildren(
    ...groups.map((group) =>
      make(
        'section',
        { className: 'card' },
        make('h2', {}, group),
        make(
          'div',
          { className: 'stack' },
          ...QUESTIONS.filter((question) => question.group === group).map(makeControl),
        ),
      ),
    ),
  )
}

/** Reads the answers from the form; an invalid text keeps its last valid answer. */
function readForm(): StudioState {
  const data = new FormData(form)
  const query = new URLSearchParams()
  for (const { name, kind } of QUESTIONS) {
    const given = data.getAll(name).map(String)
    if (kind === 'switch') {
      if (given.length) query.set(name, '1')
    } else query.set(name, given.join(' '))
  }
  const read = readAddress(query.toString())
  for (const name of read.faults) query.delete(name)
  const kept = Object.fromEntries(read.faults.map((name) => [name, state[name] as StudioState[string]]))
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name]'))
    field.setCustomValidity(read.faults.includes(field.name) ? 'This cannot be used yet.' : '')
  return { ...read.state, ...kept }
}

function makeCopy(code: string): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'quiet' }, 'Copy')
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? 'Copied' : 'Select the text to copy it'
  })
  return button
}

function showCode(): void {
  find('#hosts').replaceChildren(
    ...Object.entries(HOSTS).map(([name, { title }]) => {
      const button = make('button', { type: 'button', ariaPressed: String(name === host) }, title)
      button.addEventListener('click', () => {
        host = name
        show()
        find<HTMLButtonElement>('#hosts [aria-pressed=true]').focus()
      })
      return button
    }),
  )
  const snippets = HOSTS[host]?.write(state, release) ?? []
  find('#snippets').replaceChildren(
    ...snippets.flatMap(({ place, code }) => [
      make('div', { className: 'row' }, make('h3', {}, place), makeCopy(code)),
      make('pre', { tabIndex: 0 }, make('code', {}, code)),
    ]),
  )
}

/** A row of buttons, of which one is pressed. */
function showChoices(
  selector: string,
  choices: Readonly<Record<string, string>>,
  pressed: string,
  choose: (name: string) => void,
): void {
  const row = find(selector)
  if (!row.children.length)
    row.replaceChildren(
      ...Object.entries(choices).map(([name, text]) => {
        const button = make('button', { type: 'button' }, text)
        button.dataset.name = name
        button.addEventListener('click', () => {
          choose(name)
          show()
        })
        return button
      }),
    )
  for (const button of row.children as HTMLCollectionOf<HTMLElement>)
    button.ariaPressed = String(button.dataset.name === pressed)
}

function showLooks(): void {
  const names = Object.fromEntries(LOOKS.map(({ name }) => [name, name]))
  showChoices('#looks', names, lookOf(state)?.name ?? '', (name) => {
    const look = LOOKS.find((one) => one.name === name)
    if (look) state = dress(state, look)
    showQuestions()
  })
  for (const [index, button] of [...find('#looks').children].entries()) {
    const { answers: given } = LOOKS[index] as (typeof LOOKS)[number]
    const colour = given.accent ?? (given.look ? '#14171c' : '#2f5bea')
    ;(button as HTMLElement).style.setProperty('--look', String(colour))
  }
}

function showPreview(): void {
  showChoices('#views', VIEWS, view, (name) => {
    view = name
  })
  preview.parentElement?.classList.toggle('phone', view === 'phone')
  ;(preview.parentElement as HTMLElement).hidden = view === 'states'
  find('#states').hidden = view !== 'states'
  if (view === 'states') showStates(state)
  // The frame is told of later answers, so that an open list stays open.
  if (!preview.src) preview.src = new URL(`${root.dataset.frame}?${writeAddress(state)}`, location.href).href
  else send()
}

function show(): void {
  const query = writeAddress(state)
  const place = view === 'desktop' ? host : `${host}+${view}`
  history.replaceState(null, '', `${location.pathname}${query && `?${query}`}#${place}`)
  showLooks()
  showPreview()
  showCode()
}

for (const type of ['input', 'change'])
  form.addEventListener(type, () => {
    state = readForm()
    show()
  })
document.addEventListener('theme-change', show)
form.addEventListener('submit', (event) => event.preventDefault())

const notice = find('#notice')
notice.textContent = writeNotice([...answers.faults, ...chosen.faults])
notice.hidden = notice.textContent === ''
showQuestions()
show()
