import type { Page } from 'playwright-core'

type Outcome = { how?: string }

/** Calls a method of the first button. Resolves with `done`, or with the code of its error. */
export const call = (page: Page, method: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, given]) => {
      const one = document.querySelector('#one') as never as Record<
        string,
        (...args: unknown[]) => Promise<unknown>
      >
      return one[name as string]?.(...(given as unknown[])).then(
        () => 'done',
        ({ code }) => code,
      )
    },
    [method, args] as const,
  )

/** Calls `connect`, and notes in the page how it ends. */
export const begin = (page: Page, options: object) =>
  page.evaluate((given) => {
    const end = (how: string) => void Object.assign(document, { how })
    document
      .querySelector('wallet-connect-button')
      ?.connect(given)
      .then(
        () => end('done'),
        ({ code }) => end(code),
      )
  }, options)
/** How the call of {@link begin} has ended, once it has. */
export const howEnded = (page: Page) => page.evaluate(() => (document as Outcome).how)
