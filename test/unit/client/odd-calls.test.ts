import './fake-timers.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getEvmNodes } from '../../../src/chains/evm-nodes.js'
import { findNetwork } from '../../../src/chains/networks.js'
import { readRpcText } from '../../../src/chains/rpc-text.js'
import { getStarknetNodes } from '../../../src/chains/starknet-nodes.js'
import { createConnector } from '../../../src/connectors/create-connector.js'
import { createInjectedSource } from '../../../src/connectors/evm/injected/discovery.js'
import { readErrorCode } from '../../../src/errors/normalise.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { createClient, createDevice, createWallet, pass } from './fixture.js'

/** Calls, configurations and answers that an acceptance test found to be read wrongly. */

const OWN_NODE = 'https://own.example/'

describe('the page’s nodes of a chain', () => {
  it.each(['eip155:1', 'starknet:SN_SEPOLIA'] as const)(
    'are found where another entry of %s only names it',
    (chainId) => {
      const networks = [{ chainId, name: 'My chain' }, ...readRpcText(`${chainId}=${OWN_NODE}`, () => {})]
      const nodes =
        chainId === 'eip155:1' ? getEvmNodes(chainId, networks) : getStarknetNodes(chainId, networks)
      expect(nodes).toEqual([OWN_NODE])
    },
  )

  it('keep what is known of the chain where a field is undefined', () => {
    const network = { chainId: 56, nativeCurrency: undefined } as never
    expect(findNetwork('eip155:56', [network])?.nativeCurrency?.symbol).toBe('BNB')
  })
})

describe('a listener that another has stopped', () => {
  it('hears nothing more of the same change', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const heard: string[] = []
    let stop = () => {}
    client.subscribe(() => {
      heard.push('first')
      stop()
    })
    stop = client.subscribe(() => heard.push('second'))
    client.configure({ appName: 'Other' })
    await pass(1)
    expect(heard).toEqual(['first'])
  })
})

describe('createConnector', () => {
  const required = { id: 'x', namespace: 'eip155' as const, name: 'X', connect: async () => ({}) as never }

  it.each(['key', 'downloads', 'supportedChains', 'availability', 'restore', 'icon'] as const)(
    'has its default where %s is undefined',
    (field) => expect(createConnector({ ...required, [field]: undefined })[field]).not.toBeUndefined(),
  )

  it('takes a frozen input', () => {
    const icon = 'data:image/png;base64,AA'
    expect(createConnector(Object.freeze({ ...required, icon })).icon).toEqual({ light: icon, dark: icon })
  })
})

describe('a code in an error’s depths (A13, A23)', () => {
  it.each([
    [{ code: -32603, data: { code: 113 } }, 113],
    [{ code: -32603, data: { code: 4902 } }, 4902],
    [{ error: { code: 4001 } }, 4001],
    [{ cause: { code: 4902 } }, 4902],
    [{ data: { cause: { code: 5000 } } }, 5000],
    [{ code: -32603, data: { code: 3 } }, -32603],
  ])('counts when it is a refusal or an unknown chain: %j', (error, code) => {
    expect(readErrorCode(error)).toBe(code)
  })
})

describe('window.ethereum that an in-app browser injects late, without an event', () => {
  beforeEach(() => installPageEvents())
  afterEach(() => void Reflect.deleteProperty(globalThis, 'ethereum'))

  it.each([200, 400, 700])('is found when it comes after %d ms', async (ms) => {
    const found: string[] = []
    const stop = createInjectedSource().start(
      ({ id }) => void found.push(id),
      () => {},
      () => ({ wallets: [], chains: [], optionalChains: [] }) as never,
    )
    setTimeout(() => Object.assign(globalThis, { ethereum: { request: async () => [], on() {} } }), ms)
    await pass(1_500)
    stop?.()
    expect(found).toEqual(['injected'])
  })
})
