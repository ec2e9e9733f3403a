/** Hides a picture that cannot be shown; what is drawn below it becomes visible. */
export function hideBroken({ target }: { target: EventTarget }): void {
  ;(target as HTMLElement).hidden = true
}
