import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../../../../src/client/config.js'
import { readGrant } from '../../../../src/connectors/evm/relay/grant.js'
import { createRelayProvider } from '../../../../src/connectors/evm/relay/provider.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grantOf = (methods: string[]) =>
  readGrant({ eip155: { accounts: [`eip155:1:${ACCOUNT}`], methods, events: [] } }, ['eip155:1'])

describe('the grant of a phone wallet', () => {
  it('is accepted when the wallet signs messages and sends nothing, and sending is then not implemented (W07)', async () => {
    const grant = grantOf(['personal_sign'])
    expect(grant?.methods).toEqual(['personal_sign'])
    const sent: string[] = []
    const provider = createRelayProvider(
      {
        isLive: true,
        accounts: [ACCOUNT],
        chainId: 'eip155:1',
        chains: ['eip155:1'],
        methods: grant?.methods ?? [],
        moveTo() {},
        send: async (method) => void sent.push(method),
      },
      resolveConfig({}),
    )
    await provider.request({ method: 'personal_sign', params: ['0x00', ACCOUNT] })
    for (const method of ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_watchAsset']) {
      await expect(provider.request({ method, params: [] })).rejects.toMatchObject({
        code: 'not_implemented',
        message: 'not implemented',
      })
    }
    expect(sent).toEqual(['personal_sign'])
  })

  it('is refused when the wallet cannot sign a message', () => {
    expect(grantOf(['eth_sendTransaction'])).toBeNull()
  })
})
