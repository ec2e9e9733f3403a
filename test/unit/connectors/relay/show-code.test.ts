import { beforeEach, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../../../src/client/config.js'
import { showCode } from '../../../../src/connectors/relay/show-code.js'

/** The package's modal, and what happened to it. */
const modal = vi.hoisted(() => ({
  calls: [] as string[],
  open: async () => {},
  tell: (_: { open: boolean }) => {},
  isBroken: false,
}))
vi.mock('@walletconnect/modal', () => ({
  WalletConnectModal: class {
    constructor() {
      if (modal.isBroken) throw new Error('no')
    }
    subscribeModal(tell: typeof modal.tell) {
      modal.tell = tell
      return () => void modal.calls.push('unsubscribe')
    }
    openModal({ uri }: { uri: string }) {
      modal.calls.push(uri)
      return modal.open()
    }
    closeModal() {
      modal.calls.push('close')
      modal.tell({ open: false })
    }
  },
}))

beforeEach(() => {
  Object.assign(modal, { calls: [], open: async () => {}, isBroken: false })
  vi.stubGlobal('document', { querySelector: () => null })
})

function show(qrModal = 'walletconnect') {
  const control = new AbortController()
  const config = resolveConfig({ projectId: '0123456789abcdef0123456789abcdef', qrModal } as never)
  const onUri = vi.fn()
  return { control, onUri, code: showCode({ config, signal: control.signal, onUri, onAwaiting() {} }) }
}

test('the package’s modal shows a code, then a newer one in its place, and is closed with the attempt', async () => {
  const { code, onUri } = show()
  code.onUri('one', 0)
  await vi.waitFor(() => expect(modal.calls).toEqual(['one']))
  code.onUri('two', 0)
  await vi.waitFor(() => expect(modal.calls).toEqual(['one', 'close', 'two']))
  expect(code.signal.aborted).toBe(false)
  code.close()
  await vi.waitFor(() => expect(modal.calls.slice(3)).toEqual(['unsubscribe', 'close']))
  code.onUri('three', 0)
  await vi.dynamicImportSettled()
  expect(modal.calls).not.toContain('three')
  expect([code.signal.aborted, code.failure, onUri.mock.calls]).toEqual([true, undefined, []])
})

test('the visitor who closes it ends the attempt, and no later code opens it again', async () => {
  const { code } = show()
  code.onUri('one', 0)
  await vi.waitFor(() => expect(modal.calls).toEqual(['one']))
  modal.tell({ open: false })
  expect(code.failure?.code).toBe('user_rejected')
  expect(code.signal.aborted).toBe(true)
  code.onUri('two', 0)
  await new Promise(setImmediate)
  expect(modal.calls).toEqual(['one'])
  expect(code.failure?.code).toBe('user_rejected')
})

test('a modal that does not open, or cannot be created, fails the attempt', async () => {
  modal.open = () => Promise.reject(new Error('no'))
  const closed = show()
  closed.code.onUri('one', 0)
  await vi.waitFor(() => expect(closed.code.failure?.code).toBe('qr_modal_failed'))
  modal.isBroken = true
  const broken = show()
  await vi.waitFor(() => expect(broken.code.failure?.code).toBe('qr_modal_failed'))
  expect([closed.code.signal.aborted, broken.code.signal.aborted]).toEqual([true, true])
})

test('an attempt that the visitor has cancelled is over, and our own list needs no modal', () => {
  const { control, code } = show()
  control.abort()
  expect(code.signal.aborted).toBe(true)
  const own = show('inline')
  own.code.onUri('one', 7)
  expect(own.onUri).toHaveBeenCalledWith('one', 7)
  expect(own.code.signal).toBe(own.control.signal)
})
