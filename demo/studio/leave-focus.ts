const natives = () => ({
  focus: HTMLElement.prototype.focus,
  showModal: HTMLDialogElement.prototype.showModal,
})
let replaced: ReturnType<typeof natives> | null = null

function restore(): void {
  if (!replaced) return
  HTMLElement.prototype.focus = replaced.focus
  HTMLDialogElement.prototype.showModal = replaced.showModal
  replaced = null
}

/**
 * Keeps this frame from taking the focus of the page around it when a list opens by itself, or is drawn anew because that
 * page has changed it. From the visitor's next key or press inside the frame on, all is as usual.
 */
export function leaveFocus(): void {
  if (replaced) return
  replaced = natives()
  const { showModal } = replaced
  HTMLElement.prototype.focus = () => undefined
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    // A dialog that is inert at this moment takes no focus.
    this.inert = true
    showModal.call(this)
    this.inert = false
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, restore, { capture: true, once: true })
}
