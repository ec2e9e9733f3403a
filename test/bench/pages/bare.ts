import { defineFloor } from './floor-element.js'
import { findWallets } from './wallets.js'

/** The floor of all measurements: no framework, and a list by DOM calls. */
defineFloor((root) => {
  const dialog = document.createElement('dialog')
  const header = document.createElement('header')
  const title = document.createElement('h1')
  title.textContent = `Connect to ${location.hostname}`
  const close = document.createElement('button')
  close.textContent = '×'
  close.onclick = () => dialog.close()
  header.append(title, close)
  const list = document.createElement('ul')
  for (const { info } of findWallets()) {
    const item = document.createElement('li')
    const row = document.createElement('button')
    row.part.value = 'wallet'
    const icon = document.createElement('img')
    icon.src = info.icon
    icon.alt = ''
    const name = document.createElement('span')
    name.textContent = info.name
    row.append(icon, name)
    item.append(row)
    list.append(item)
  }
  dialog.append(header, list)
  dialog.onclose = () => dialog.remove()
  root.append(dialog)
  dialog.showModal()
})
