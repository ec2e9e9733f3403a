/**
 * Keeps this frame from taking the focus of the page around it when a list opens by itself. From the visitor's first key or
 * press inside the frame on, all is as usual.
 */
export function leaveFocus(): void {
  const { focus } = HTMLElement.prototype
  const { showModal } = HTMLDialogElement.prototype
  HTMLElement.prototype.focus = () => undefined
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    // A dialog that is inert at this moment takes no focus.
    this.inert = true
    showModal.call(this)
    this.inert = false
  }
  const end = () => {
    Object.assign(HTMLElement.prototype, { focus })
    Object.assign(HTMLDialogElement.prototype, { showModal })
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, end, { capture: true, once: true })
}
