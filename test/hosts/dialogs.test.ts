import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { installBeside, packProject } from './pack.js'
import { connect, openSite } from './site.js'

/** The button in a dialog of a library, which is open, and is gone once the library has closed it. */
const DIALOGS = {
  'Headless UI': `import { Dialog, DialogPanel } from '@headlessui/react'
    const Page = ({ close }) => <Dialog open onClose={close}><DialogPanel id="panel"><Buy /></DialogPanel></Dialog>`,
  Radix: `import * as Dialog from '@radix-ui/react-dialog'
    const Page = ({ close }) => <Dialog.Root open onOpenChange={close}><Dialog.Portal><Dialog.Overlay />
      <Dialog.Content id="panel" aria-describedby={undefined}><Dialog.Title>Buy</Dialog.Title><Buy /></Dialog.Content>
    </Dialog.Portal></Dialog.Root>`,
  vaul: `import { Drawer } from 'vaul'
    const Page = ({ close }) => <Drawer.Root open onOpenChange={close}><Drawer.Portal><Drawer.Overlay />
      <Drawer.Content id="panel" aria-describedby={undefined}><Drawer.Title>Buy</Drawer.Title><Buy /></Drawer.Content>
    </Drawer.Portal></Drawer.Root>`,
}

const frame = (page: string) => `import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { WalletConnectButton } from 'wallet-connect-button/react'
const Buy = () => <WalletConnectButton chains="eip155:1" />
${page}
function Shop() {
  const [isOpen, setOpen] = useState(true)
  return <><h1>A shop</h1>{isOpen ? <Page close={() => setOpen(false)} /> : <p id="closed">Closed</p>}</>
}
createRoot(document.querySelector('main')).render(<Shop />)`

const open = useChromium()
let anvil: Anvil
let folder: string
beforeAll(() => {
  folder = installBeside(
    'dialogs',
    packProject(),
    ...['react@19', 'react-dom@19', '@headlessui/react@2', '@radix-ui/react-dialog@1', 'vaul@1'],
  )
})
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

/** Opens a page with such a dialog. */
async function openDialog(source: string) {
  const { outputFiles } = await build({
    stdin: { contents: frame(source), loader: 'tsx', resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    external: ['starknet', '@walletconnect/*', '@coinbase/*', '@trpc/*'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  })
  const script = outputFiles[0]?.text ?? ''
  return openSite(open, anvil, (path) =>
    path === '/app.js'
      ? { body: script, headers: { 'content-type': 'text/javascript; charset=utf-8' } }
      : path === '/'
        ? {
            body: '<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><main></main><script type="module" src="/app.js"></script>',
            headers: { 'content-type': 'text/html; charset=utf-8' },
          }
        : null,
  )
}

describe.each(Object.entries(DIALOGS))('in a dialog of %s', (_, source) => {
  it('a wallet connects, the dialog stays, and nothing is in the console', async () => {
    const { page, faults } = await openDialog(source)
    await connect(page)
    await page.locator('wallet-connect-modal').waitFor({ state: 'detached' })
    expect(await page.locator('#closed').count()).toBe(0)
    expect(faults()).toEqual([])
  })

  it('Escape closes the list alone, and then the dialog', async () => {
    const { page, faults } = await openDialog(source)
    await page.locator('wallet-connect-button [part=button]').click()
    await page.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('wallet-connect-modal').waitFor({ state: 'detached' })
    expect(await page.locator('#panel').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.locator('#closed').waitFor()
    expect(faults()).toEqual([])
  })
})
