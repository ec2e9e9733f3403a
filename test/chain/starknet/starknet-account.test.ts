import type { WalletAccount } from 'starknet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ETH_TOKEN, type StarknetTestNode, startStarknetNode } from '../../counterparts/starknet-node.js'
import {
  install,
  makeRequest,
  settle,
  useStarknetWallets,
} from '../../unit/connectors/starknet/open-wallet.js'
import { MAIL_0 } from '../../unit/testing/typed-data-cases.js'

useStarknetWallets()

let main: StarknetTestNode
let sepolia: StarknetTestNode
beforeAll(async () => {
  main = await startStarknetNode()
  sepolia = await startStarknetNode({ chain: 'SN_SEPOLIA' })
})
afterAll(() => Promise.all([main.close(), sepolia.close()]))

async function open(profile: 'argentX' | 'okxwallet' = 'argentX') {
  const opened = install({ profile, nodes: { SN_MAIN: main.url, SN_SEPOLIA: sepolia.url } })
  for (const { chain } of [main, sepolia]) chain.deploy(opened.wallet.account)
  const networks = [
    { chainId: 'SN_MAIN', rpcUrls: [main.url] },
    { chainId: 'SN_SEPOLIA', rpcUrls: [sepolia.url] },
  ]
  const session = await opened.connect(makeRequest({}, { networks }))
  const account = (await session.getStarknetAccount?.()) as WalletAccount | undefined
  if (!account) throw new Error('no account')
  return { ...opened, session, account }
}

describe('the starknet.js account on a connected wallet', () => {
  it('uses the connected account without another window, and reads the chain', async () => {
    const { wallet, account } = await open()
    expect(BigInt(account.address)).toBe(BigInt(wallet.account.address))
    expect(await account.getNonce()).toBe(main.chain.getNonce(wallet.account.address))
    expect(await account.requestAccounts()).toEqual([wallet.account.address])
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it.each(['argentX', 'okxwallet'] as const)(
    'executes on %s: numbers, decimals and named arguments reach the wallet as felts',
    async (profile) => {
      const { wallet, account } = await open(profile)
      main.chain.setBalance(ETH_TOKEN, wallet.account.address, 100n)
      const call = { contractAddress: ETH_TOKEN, entrypoint: 'transfer' }
      const { transaction_hash } = await account.execute([
        { ...call, calldata: [120, '1', 0n] },
        { ...call, calldata: { recipient: '120', amount: { low: 2, high: 0 } } },
      ])
      expect(main.chain.getStatus(transaction_hash)).toMatchObject({ execution_status: 'SUCCEEDED' })
      expect(main.chain.getBalance(ETH_TOKEN, '0x78')).toBeGreaterThanOrEqual(3n)
    },
  )

  it('signs typed data through the session’s checks', async () => {
    const { wallet, account } = await open()
    const signature = (await account.signMessage(MAIL_0 as never)) as string[]
    expect(wallet.isValidSignature(MAIL_0, signature)).toBe(true)
    const foreign = { ...MAIL_0, domain: { ...MAIL_0.domain, chainId: 'SN_SEPOLIA' } }
    await expect(account.signMessage(foreign as never)).rejects.toMatchObject({ code: 'chain_mismatch' })
  })

  it('follows the wallet’s account, chain id and node', async () => {
    const { wallet, account } = await open()
    wallet.setAccount(1)
    expect(BigInt(account.address)).toBe(BigInt(wallet.account.address))
    expect(await account.provider.getBlockNumber()).toBe(main.chain.blockNumber)
    sepolia.chain.mine()
    await account.switchStarknetChain('0x534e5f5345504f4c4941' as never)
    expect(await account.provider.getChainId()).toBe('0x534e5f5345504f4c4941')
    const before = sepolia.methods.length
    await account.provider.getBlockNumber()
    expect(sepolia.methods.slice(before)).toContain('starknet_blockNumber')
  })

  it('survives an empty account list', async () => {
    const { wallet, account } = await open()
    const { address } = account
    const thrown = vi.fn()
    process.on('uncaughtException', thrown)
    wallet.emit('accountsChanged', [])
    await settle()
    process.off('uncaughtException', thrown)
    expect(thrown).not.toHaveBeenCalled()
    expect(account.address).toBe(address)
  })

  it('leaves no listener on the wallet when the session ends, and sends it no more requests (T14)', async () => {
    const { wallet, session, account } = await open()
    expect(wallet.listenerCount()).toBe(2)
    await session.disconnect()
    expect(wallet.listenerCount()).toBe(0)
    const before = wallet.requests.length
    await expect(
      account.execute({ contractAddress: ETH_TOKEN, entrypoint: 'transfer' }),
    ).rejects.toMatchObject({
      code: 'not_connected',
      message: 'Connector not connected',
    })
    expect(wallet.requests).toHaveLength(before)
  })
})
