import './fake-timers.js'
import { describe, expect, it } from 'vitest'
import { getEvmNodes } from '../../../src/chains/evm-nodes.js'
import { findNetwork } from '../../../src/chains/networks.js'
import { readRpcText } from '../../../src/chains/rpc-text.js'
import { getStarknetNodes } from '../../../src/chains/starknet-nodes.js'
import { createConnector } from '../../../src/connectors/create-connector.js'
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

it('a listener that another has stopped hears nothing more of the same change', async () => {
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
