/** A page that gets in the way: it opens its dialog, traps the focus, and covers itself. */
const dialog = document.querySelector<HTMLDialogElement>('#page-dialog')
document.querySelector('#dialog-lifetime')?.addEventListener('click', () => dialog?.showModal())

const trap = document.querySelector<HTMLElement>('#trap')
const trapOn = document.querySelector<HTMLInputElement>('#trap-on')
document.addEventListener('focusin', (event) => {
  if (trapOn?.checked && !trap?.contains(event.target as Node)) trapOn.focus()
})

const coverOn = document.querySelector<HTMLInputElement>('#cover-on')
const cover = document.createElement('div')
cover.className = 'cover'
document.addEventListener('wallet_modal_opened', () => coverOn?.checked && document.body.append(cover))
document.addEventListener('wallet_modal_closed', () => cover.remove())
