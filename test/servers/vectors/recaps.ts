import type { KeyCase } from './key-cases.js'

/** The sentence with which a message tells what its ReCap allows (EIP-5573). */
export const RECAP_SENTENCE =
  'I further authorize the stated URI to perform the following actions on my behalf:'

/** Writes a ReCap, as base64 without padding. */
export const writeRecap = (value: unknown): string =>
  `urn:recap:${Buffer.from(JSON.stringify(value)).toString('base64').replace(/=/g, '')}`

const limits = [{ chains: ['eip155:1', 'eip155:31337'] }]
const att = { eip155: { 'request/eth_sendTransaction': limits, 'request/personal_sign': limits } }
const told = `${RECAP_SENTENCE} (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.`
const two = {
  'https://shop.example': { 'crud/read': [{}], 'crud/*': [{}], 'msg/send': [{ to: 'Grüße' }] },
}

const three = {
  eip155: { 'crud/read': [{}], 'msg/send': [{}], 'request/personal_sign': [{}] },
}

const good: KeyCase[] = [
  {
    id: 'recap',
    note: 'A wallet on a phone has connected and signed in one prompt: the ReCap names what it allows.',
    fields: { statement: told, resources: [writeRecap({ att })] },
  },
  {
    id: 'recap-after-statement',
    note: 'The sentence follows a statement of the site, and the ReCap its resources.',
    fields: {
      statement: `Sign in to Shop. ${told}`,
      resources: ['https://shop.example/terms', writeRecap({ att })],
    },
  },
  {
    id: 'recap-other-order',
    note: 'Wallets sort the abilities in more than one way.',
    fields: {
      statement: `${RECAP_SENTENCE} (1) 'request': 'personal_sign', 'eth_sendTransaction' for 'eip155'.`,
      resources: [writeRecap({ att })],
    },
  },
  {
    id: 'recap-commas',
    note: 'Wallets that use WalletConnect’s library write a comma between the parts where one resource has three namespaces.',
    fields: {
      statement: `${RECAP_SENTENCE} (1) 'crud': 'read' for 'eip155'., (2) 'msg': 'send' for 'eip155'., (3) 'request': 'personal_sign' for 'eip155'.`,
      resources: [writeRecap({ att: three })],
    },
  },
  {
    id: 'recap-two-parts',
    note: 'Base64url, and a part of the sentence for each kind of ability.',
    fields: {
      statement: `${RECAP_SENTENCE} (1) 'crud': '*', 'read' for 'https://shop.example'. (2) 'msg': 'send' for 'https://shop.example'.`,
      resources: [writeRecap({ att: two, prf: [] }).replace(/\+/g, '-').replace(/\//g, '_')],
    },
  },
  {
    id: 'recap-no-limits',
    note: 'The list of an ability may be empty, as in the example of EIP-5573.',
    fields: {
      statement: `${RECAP_SENTENCE} (1) 'request': 'personal_sign' for 'eip155'.`,
      resources: [writeRecap({ att: { eip155: { 'request/personal_sign': [] } } })],
    },
  },
]

const bad: KeyCase[] = [
  {
    id: 'recap-stripped',
    note: 'The statement tells of a ReCap that is not there.',
    fields: { statement: told },
  },
  {
    id: 'recap-untold',
    note: 'The ReCap allows something that the statement does not tell.',
    fields: { statement: 'Sign in to Shop.', resources: [writeRecap({ att })] },
  },
  {
    id: 'recap-no-statement',
    note: 'There is a ReCap and no statement.',
    fields: { resources: [writeRecap({ att })] },
  },
  {
    id: 'recap-tells-less',
    note: 'The statement tells less than the ReCap allows.',
    fields: {
      statement: told.replace("'eth_sendTransaction', ", ''),
      resources: [writeRecap({ att })],
    },
  },
  {
    id: 'recap-tells-more',
    note: 'Something follows the sentence.',
    fields: { statement: `${told} And no more.`, resources: [writeRecap({ att })] },
  },
  {
    id: 'recap-not-last',
    note: 'A ReCap is the last resource.',
    fields: { statement: told, resources: [writeRecap({ att }), 'https://shop.example/terms'] },
  },
  {
    id: 'recap-twice',
    note: 'There is one ReCap at most.',
    fields: { statement: told, resources: [writeRecap({ att }), writeRecap({ att })] },
  },
  {
    id: 'recap-capitals',
    note: 'A ReCap in another spelling is none.',
    fields: { statement: told, resources: [writeRecap({ att }).replace('urn:recap:', 'URN:recap:')] },
  },
  {
    id: 'recap-no-json',
    note: 'A ReCap is JSON in base64.',
    fields: { statement: told, resources: ['urn:recap:abc'] },
  },
  {
    id: 'recap-padding',
    note: 'A ReCap has no padding.',
    fields: { statement: told, resources: [`${writeRecap({ att, prf: ['ab'] })}=`] },
  },
  {
    id: 'recap-empty',
    note: 'A ReCap allows something.',
    fields: { statement: `${RECAP_SENTENCE} `, resources: [writeRecap({ att: {} })] },
  },
  {
    id: 'recap-no-list',
    note: 'An ability has a list of objects.',
    fields: {
      statement: `${RECAP_SENTENCE} (1) 'request': 'personal_sign' for 'eip155'.`,
      resources: [writeRecap({ att: { eip155: { 'request/personal_sign': {} } } })],
    },
  },
]

/** Proofs with ReCaps (EIP-5573). */
export const RECAPS: readonly KeyCase[] = [
  ...good,
  ...bad.map((one) => ({ ...one, reason: 'message_invalid' })),
  {
    id: 'recap-and-sentence-stripped',
    reason: 'signature_invalid',
    note: 'The wallet has signed a ReCap, and the posted message has neither ReCap nor sentence.',
    fields: { statement: told, resources: [writeRecap({ att })] },
    after: (text) => text.replace(`${told}\n`, '').replace(/\nResources:[\s\S]*$/, ''),
  },
]
