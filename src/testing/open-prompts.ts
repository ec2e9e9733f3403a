/** The open windows of a wallet, and the tests that wait for one. */
export interface OpenPrompts<Kind, Prompt> {
  /** In the order in which they opened. */
  readonly list: readonly Prompt[]
  /** Opens a window, and hands it to the tests that wait for its kind. */
  open(prompt: Prompt): void
  close(prompt: Prompt): void
  /** The oldest open window, or the next window. @param kind any, when it is left out */
  next(kind?: Kind): Promise<Prompt>
}

/** Creates {@link OpenPrompts} without a window. */
export function createOpenPrompts<Kind, Prompt extends { readonly kind: Kind }>(): OpenPrompts<Kind, Prompt> {
  const list: Prompt[] = []
  let waiting: { kind: Kind | undefined; resolve(prompt: Prompt): void }[] = []
  const fits = (kind: Kind | undefined, prompt: Prompt) => kind === undefined || kind === prompt.kind

  return {
    list,
    open(prompt) {
      list.push(prompt)
      const served = waiting.filter(({ kind }) => fits(kind, prompt))
      waiting = waiting.filter((waiter) => !served.includes(waiter))
      for (const waiter of served) waiter.resolve(prompt)
    },
    close(prompt) {
      const index = list.indexOf(prompt)
      if (index >= 0) list.splice(index, 1)
    },
    next(kind) {
      const found = list.find((prompt) => fits(kind, prompt))
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ kind, resolve }))
    },
  }
}
