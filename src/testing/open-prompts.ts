/** The open windows of a wallet, and the tests that wait for one. */
export interface OpenPrompts<Kind, Prompt> {
  /** In the order in which they opened. */
  readonly list: readonly Prompt[]
  /** Opens a window, and hands it to the tests that wait for its kind. */
  open(prompt: Prompt): void
  /** The prompt has its answer. */
  close(prompt: Prompt): void
  /** The visitor closes the window without an answer. The wallet keeps what is open, and shows it with its next request. */
  hide(): void
  /** Every prompt without an answer, also those that are not shown. */
  all(): readonly Prompt[]
  /** The oldest open window, or the next window. @param kind any, when it is left out */
  next(kind?: Kind): Promise<Prompt>
}

/**
 * Creates {@link OpenPrompts} without a window.
 *
 * @param onShow called each time that a prompt is shown
 * @param isOneByOne the wallet has one window, which shows the oldest request until it is answered, and then the next
 */
export function createOpenPrompts<Kind, Prompt extends { readonly kind: Kind }>(
  onShow: (prompt: Prompt) => void,
  isOneByOne = false,
): OpenPrompts<Kind, Prompt> {
  const kept: Prompt[] = []
  const list: Prompt[] = []
  let waiting: { kind: Kind | undefined; resolve(prompt: Prompt): void }[] = []
  const fits = (kind: Kind | undefined, prompt: Prompt) => kind === undefined || kind === prompt.kind
  const remove = (from: Prompt[], prompt: Prompt) => {
    const index = from.indexOf(prompt)
    if (index >= 0) from.splice(index, 1)
  }

  function show() {
    const due = (isOneByOne ? kept.slice(0, 1) : kept).filter((prompt) => !list.includes(prompt))
    for (const prompt of due) {
      list.push(prompt)
      const served = waiting.filter(({ kind }) => fits(kind, prompt))
      waiting = waiting.filter((waiter) => !served.includes(waiter))
      for (const waiter of served) waiter.resolve(prompt)
      onShow(prompt)
    }
  }

  return {
    list,
    open(prompt) {
      kept.push(prompt)
      show()
    },
    close(prompt) {
      remove(kept, prompt)
      remove(list, prompt)
      if (isOneByOne) show()
    },
    hide() {
      list.splice(0)
    },
    all: () => [...kept],
    next(kind) {
      const found = list.find((prompt) => fits(kind, prompt))
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ kind, resolve }))
    },
  }
}
