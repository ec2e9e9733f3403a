// @ts-check
// The users of these examples, in memory. In a database a wallet's name is a column with a unique index.
import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import { WalletError } from 'wallet-connect-button/server'

const users = new Map()
const owners = new Map()

const hash = (password, salt) => scryptSync(password, salt, 32)

function create(name, password) {
  const salt = randomBytes(16)
  const user = { id: randomUUID(), name, wallets: [], salt, hash: password && hash(password, salt) }
  users.set(user.id, user)
  return user
}

create('ada', 'correct horse')
create('bob', 'battery staple')

export const findUser = (id) => users.get(id) ?? null

/** The fields of a user that a page may see. */
export const describe = ({ id, name, wallets }) => ({ id, name, wallets })

export function checkPassword(name, password) {
  const user = [...users.values()].find((one) => one.hash && one.name === name)
  return user && timingSafeEqual(hash(String(password), user.salt), user.hash) ? user : null
}

/** Adds a wallet that was just proven. A wallet has one owner. Otherwise its owner would sign in as another user. */
export function linkWallet(userId, wallet) {
  const owner = owners.get(wallet)
  if (owner && owner !== userId)
    throw new WalletError('request_invalid', { message: 'This wallet belongs to another account' })
  owners.set(wallet, userId)
  const user = users.get(userId)
  if (!user.wallets.includes(wallet)) user.wallets.push(wallet)
  return user
}

/** Finds the user of a wallet that has just signed in, or creates a user. */
export function findOrCreateByWallet(wallet) {
  return findUser(owners.get(wallet)) ?? linkWallet(create(wallet).id, wallet)
}
