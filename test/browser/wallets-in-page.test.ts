import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, iconOf, walletCalled } from './support/wallets.js'

const shop = useShop()

/** How an embedded wallet shows its prompt. */
type Drawing =
  | 'layer'
  | 'low layer'
  | 'closed shadow root'
  | 'frame'
  | 'dialog'
  | 'popover'
  | 'layer from the start'

/**
 * A wallet that comes with the page's own scripts, as those of login services do: EIP-6963, with prompts of its own in the
 * page.
 */
function announceEmbedded(drawing: Drawing, account: string, icon: string, frame: string) {
  const place = 'position:fixed;left:30%;top:20%;width:360px;height:300px;background:beige;'
  const buttons = (root: ParentNode, answer: (isApproved: boolean) => void) => {
    for (const [name, isApproved] of [
      ['Approve', true],
      ['Reject', false],
    ] as const) {
      const button = document.createElement('button')
      button.textContent = `Embedded: ${name}`
      button.onclick = () => answer(isApproved)
      root.append(button)
    }
  }
  const kept = document.createElement('div')
  if (drawing === 'layer from the start') {
    kept.style.cssText = `${place}z-index:10000;visibility:hidden;opacity:0;pointer-events:none`
    document.documentElement.append(kept)
  }
  const prompt = () =>
    new Promise<void>((resolve, reject) => {
      let clear = () => {}
      const answer = (isApproved: boolean) => {
        clear()
        if (isApproved) resolve()
        else reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
      }
      const add = <Name extends keyof HTMLElementTagNameMap>(tag: Name, css = '') => {
        const element = document.createElement(tag)
        element.style.cssText = css
        document.body.append(element)
        clear = () => element.remove()
        return element
      }
      if (drawing === 'layer') buttons(add('div', `${place}z-index:10000`), answer)
      if (drawing === 'low layer') buttons(add('div', `${place}z-index:1`), answer)
      if (drawing === 'closed shadow root') {
        const layer = document.createElement('div')
        layer.style.cssText = `${place}z-index:10`
        add('section').attachShadow({ mode: 'closed' }).append(layer)
        buttons(layer, answer)
      }
      if (drawing === 'frame') {
        const element = add('iframe', `${place}z-index:5;border:0`)
        element.src = frame
        const onMessage = ({ origin, source, data }: MessageEvent) => {
          if (origin !== new URL(frame).origin || source !== element.contentWindow) return
          removeEventListener('message', onMessage)
          answer(data === 'Approve')
        }
        addEventListener('message', onMessage)
      }
      if (drawing === 'dialog') {
        const element = add('dialog')
        buttons(element, answer)
        element.showModal()
      }
      if (drawing === 'popover') {
        const element = add('div', place)
        element.popover = 'manual'
        buttons(element, answer)
        element.showPopover()
      }
      if (drawing === 'layer from the start') {
        kept.replaceChildren()
        buttons(kept, answer)
        kept.style.cssText = `${place}z-index:10000`
        clear = () => {
          kept.style.cssText += ';visibility:hidden;opacity:0;pointer-events:none'
        }
      }
    })
  let accounts: string[] = []
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0x7a69'
      if (method === 'eth_accounts') return accounts
      if (method === 'wallet_revokePermissions') accounts = []
      if (method === 'eth_requestAccounts') {
        await prompt()
        accounts = [account]
        return accounts
      }
      if (method === 'personal_sign') {
        await prompt()
        return `0x${'11'.repeat(65)}`
      }
      return null
    },
    on() {},
    removeListener() {},
  }
  const detail = {
    info: { uuid: crypto.randomUUID(), name: 'Embedded', icon, rdns: 'com.example.embedded' },
    provider,
  }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

const openWith = (drawing: Drawing) => {
  const values = [drawing, ACCOUNTS[0], iconOf('teal'), `${shop.cdn.origin}/embedded-frame`]
  shop.server.route('/embedded.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `(${announceEmbedded})(...${JSON.stringify(values)})`,
  })
  return shop.open({
    evmWallets: [walletCalled('Alpha', { approve: 'always' })],
    head: '<script src="/embedded.js"></script>',
  })
}

/** Waits until the page has been looked at three times: so many points are looked at then. */
const untilLooked = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = document.elementsFromPoint.bind(document)
        let count = 0
        document.elementsFromPoint = (x, y) => {
          count += 1
          if (count > 3 * (innerWidth / 90 + 1) * (innerHeight / 90 + 1)) resolve()
          return look(x, y)
        }
      }),
  )

/** The wallet's own button, wherever it is drawn. */
const findAnswer = (page: Page, drawing: Drawing, name: string) =>
  drawing === 'frame'
    ? page.frameLocator('iframe').getByRole('button', { name })
    : page.getByRole('button', { name: `Embedded: ${name}` })

describe('a wallet that draws its prompt into the page (SW03)', () => {
  beforeEach(() =>
    shop.cdn.route('/embedded-frame', {
      headers: { 'content-type': 'text/html' },
      body: `<button>Approve</button><button>Reject</button><script>
        for (const button of document.querySelectorAll('button'))
          button.onclick = () => parent.postMessage(button.textContent, ${JSON.stringify(shop.server.origin)})</script>`,
    }),
  )

  it.each<Drawing>(['layer', 'low layer', 'frame', 'dialog', 'popover', 'layer from the start'])(
    'can be approved by mouse, refused and approved by keys: %s',
    async (drawing) => {
      const { page, button, row, modal, heard } = await openWith(drawing)
      const answer = (name: string) => findAnswer(page, drawing, name)
      await button.click()
      await row('Embedded').click()
      await answer('Approve').click()
      await untilStatus(page, 'connected')
      await modal.waitFor({ state: 'detached' })

      await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
      await untilStatus(page, 'idle')
      await button.click()
      await row('Embedded').click()
      await answer('Reject').click()
      // The list comes back, and says it.
      await modal.getByRole('heading', { name: 'You declined in Embedded.' }).waitFor()
      await modal.getByRole('button', { name: 'Try again' }).click()
      await answer('Approve').focus()
      await page.keyboard.press('Enter')
      await untilStatus(page, 'connected')
      expect(await heard('connected')).toHaveLength(2)
      expect(await heard('connecting')).toHaveLength(3)
      await modal.waitFor({ state: 'detached' })
    },
  )

  it('can be approved by mouse in a closed shadow root', async () => {
    const { page, button, row } = await openWith('closed shadow root')
    await button.click()
    await row('Embedded').click()
    const x = await page.evaluate(() => innerWidth * 0.3 + 40)
    const y = await page.evaluate(() => innerHeight * 0.2 + 10)
    await page.waitForFunction(([left, top]) => document.elementFromPoint(left, top)?.tagName === 'SECTION', [
      x,
      y,
    ] as const)
    await page.mouse.click(x, y)
    await untilStatus(page, 'connected')
  })

  it('comes back when the visitor presses the button, or when the wallet’s prompt has gone without an answer', async () => {
    const { page, button, row, modal } = await openWith('layer')
    await button.click()
    await row('Embedded').click()
    const heading = modal.getByRole('heading', { name: 'Continue in Embedded' })
    await findAnswer(page, 'layer', 'Approve').waitFor()
    await heading.waitFor({ state: 'hidden' })
    await button.click()
    await heading.waitFor()
    await page.evaluate(() => document.querySelector('body > div[style*=fixed]')?.remove())
    await heading.waitFor()
    await page.keyboard.press('Escape')
    await untilStatus(page, 'idle')
  })

  it('is not covered, nor are its clicks taken, during a request', async () => {
    const { page, button, row } = await openWith('low layer')
    await button.click()
    await row('Embedded').click()
    await findAnswer(page, 'low layer', 'Approve').click()
    await untilStatus(page, 'connected')
    const signed = page.evaluate(() => document.querySelector('wallet-connect-button')?.signMessage('Hello'))
    await findAnswer(page, 'low layer', 'Approve').click()
    expect(await signed).toBe(`0x${'11'.repeat(65)}`)
  })
})

describe('the waiting view beside a page that draws', () => {
  /** Opens a page, its list, and the view of a wallet that waits for its owner. @param begin opens the list */
  async function openWaiting(body: string, begin = ({ button }: Shop): Promise<unknown> => button.click()) {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { approve: 'manual' }), walletCalled('Beta')],
      body,
    })
    await begin(opened)
    await opened.row('Alpha').click()
    const heading = opened.modal.getByRole('heading', { name: 'Continue in Alpha' })
    await heading.waitFor()
    return { ...opened, heading }
  }

  /** Goes back to the list, once the page has been looked at. */
  async function cancel({ page, modal, row }: Shop) {
    await untilLooked(page)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await row('Alpha').waitFor()
  }

  it('stays on screen beside a part of the page that begins between two pixels', async () => {
    const { page, heading } = await openWaiting(`<main>${BUTTON}</main>`)
    await page.evaluate(() => {
      const part = document.createElement('div')
      // The page is looked at from 45 px on, in steps of 90; browsers hit this part at 405 px.
      part.style.cssText = 'position:relative;width:200px;height:400px'
      document.querySelector('wallet-connect-button')?.after(part)
      const { left, top } = part.getBoundingClientRect()
      part.style.left = `${405.4 - left}px`
      part.style.top = `${100 - top}px`
      if (!document.elementsFromPoint(405, 225).includes(part))
        throw new Error('The browser does not hit the part here')
    })
    await untilLooked(page)
    expect(await heading.isVisible()).toBe(true)
  })

  const HEADER = 'position:fixed;top:0;left:0;right:0;height:64px;background:#eee;z-index:10'
  it.each([
    [
      'a fixed header inside the application',
      `<div><header style="${HEADER}">${BUTTON}</header><main>Tea</main></div>`,
    ],
    [
      'a slide',
      `${BUTTON}<div><section style="position:relative;height:400px"><p style="position:absolute;inset:0;z-index:1">Tea</p></section></div>`,
    ],
    [
      'a banner',
      `<div>${BUTTON}<div style="position:fixed;bottom:0;left:0;right:0;height:100px">Cookies</div></div>`,
    ],
  ])('stays on screen beside what the page has had all the time: %s', async (_, body) => {
    const { page, heading } = await openWaiting(body)
    await untilLooked(page)
    expect(await heading.isVisible()).toBe(true)
  })

  it('stays on screen when the page adds a text, a pixel, a live region, an advertisement, the next slide, a toast or a chat’s button', async () => {
    const { page, heading } = await openWaiting(
      `${BUTTON}<section style="position:relative;height:400px"></section>`,
    )
    await page.evaluate(() => {
      const add = (parent: Element, tag: string, css: string, text = '') => {
        const element = document.createElement(tag)
        element.style.cssText = css
        element.textContent = text
        parent.append(element)
      }
      const slides = document.querySelector('section') as Element
      add(document.body, 'p', '', 'Last visit: now')
      add(document.body, 'iframe', 'width:1px;height:1px;border:0')
      add(document.body, 'iframe', 'width:300px;height:250px')
      add(
        document.body,
        'div',
        'position:absolute;width:1px;height:1px;overflow:hidden',
        'Waiting for a wallet',
      )
      add(slides, 'div', 'position:absolute;inset:0;z-index:2;background:beige', 'The next slide')
      const corner = 'position:fixed;bottom:16px;background:khaki;border:0;'
      add(document.body, 'div', `${corner}right:16px;width:280px;height:60px`, 'Check your wallet')
      add(document.body, 'iframe', `${corner}left:16px;width:100px;height:100px`)
    })
    await untilLooked(page)
    expect(await heading.isVisible()).toBe(true)
  })

  it.each([
    ['fullscreen', `<main>${BUTTON}</main>`],
    [
      'a drawer above everything',
      `<aside style="position:fixed;inset:0;z-index:2147483647;background:#fff">${BUTTON}</aside>`,
    ],
    [
      'a dialog that cuts its content off',
      `<div role="dialog" style="position:fixed;top:0;left:0;width:300px;height:80px;overflow:hidden;transform:translateX(1px)">${BUTTON}</div>`,
    ],
  ])('can be used: %s', async (name, body) => {
    await cancel(
      await openWaiting(body, async ({ page, button }) => {
        if (name === 'fullscreen')
          await page.evaluate(() => document.querySelector('main')?.requestFullscreen())
        await button.click()
      }),
    )
  })

  it('can be used above a modal dialog of the page that calls connect()', async () => {
    await cancel(
      await openWaiting(`${BUTTON}<dialog>Checkout</dialog>`, ({ page }) =>
        page.evaluate(() => {
          document.querySelector('dialog')?.showModal()
          const button = document.querySelector('wallet-connect-button')
          button?.connect().catch(() => {})
        }),
      ),
    )
  })
})
