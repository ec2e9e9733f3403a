import { buildTestingScript } from '../../counterparts/testing-script.js'

/** A script that puts scripted Starknet wallets into a page, as `window.starknetWallets`. */
export const installStarknetWallets = async (...options: object[]) => [
  `${await buildTestingScript()};window.starknetWallets = ${JSON.stringify(options)}.map((one) => {
    const wallet = window.wcbTesting.createScriptedStarknetWallet(one)
    wallet.install()
    return wallet
  })`,
]
