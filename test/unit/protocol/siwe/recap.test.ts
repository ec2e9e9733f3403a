import { describe, expect, it } from 'vitest'
import { parseSignInMessage } from '../../../../src/protocol/siwe/message.js'
import { checkRecap } from '../../../../src/protocol/siwe/recap.js'

const SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf:'

describe('a message of EIP-5573', () => {
  it('says what its ReCap allows, in the words of the standard (SV22)', () => {
    // The example of EIP-5573, with the resources of the standard.
    const att = {
      'https://example.com': { 'example/append': [{}], 'example/read': [{}], 'other/action': [{}] },
      'my:resource:uri.1': { 'example/append': [{}], 'example/delete': [{}] },
    }
    const recap = `urn:recap:${Buffer.from(JSON.stringify({ att, prf: [] })).toString('base64url')}`
    const statement = `${SENTENCE} (1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'. (3) 'example': 'append', 'delete' for 'my:resource:uri.1'.`
    const text = [
      'example.com wants you to sign in with your Ethereum account:',
      '0x0000000000000000000000000000000000000000',
      '',
      statement,
      '',
      'URI: did:key:example',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: mynonce1',
      'Issued At: 2022-06-21T12:00:00.000Z',
      'Resources:',
      `- ${recap}`,
    ].join('\n')
    const fields = parseSignInMessage(text)
    expect(() => checkRecap(fields)).not.toThrow()
    expect(() => checkRecap({ ...fields, resources: [] })).toThrow('not well formed')
    expect(() => checkRecap({ ...fields, statement: statement.replace("'read'", "'write'") })).toThrow()
  })

  it('may have an ability without an object, which cannot be used, as the example of EIP-5573 has', () => {
    const att = { 'https://example.com': { 'example/append': [], 'example/read': [], 'other/action': [] } }
    const recap = `urn:recap:${Buffer.from(JSON.stringify({ att, prf: [] })).toString('base64url')}`
    const granted =
      "(1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'."
    expect(() => checkRecap({ statement: `${SENTENCE} ${granted}`, resources: [recap] })).not.toThrow()
  })

  it('may have three namespaces of abilities for one resource, with the comma that WalletConnect writes (EW26)', () => {
    const att = { eip155: { 'a/read': [{}], 'b/read': [{}], 'c/read': [{}], 'd/read': [{}] } }
    const recap = `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64url')}`
    // As formatMessage of @walletconnect/utils 2.21.8 writes it: it takes the first such comma away.
    const parts = ['a', 'b', 'c', 'd'].map((name, at) => `(${at + 1}) '${name}': 'read' for 'eip155'.`)
    const statement = `${SENTENCE} ${parts.join(', ').replace('.,', '.')}`
    expect(statement).toContain('., (3)')
    expect(() => checkRecap({ statement, resources: [recap] })).not.toThrow()
    expect(() => checkRecap({ statement: `${statement},`, resources: [recap] })).toThrow('not well formed')
  })
})
