import { expect, it } from 'vitest'
import { describeFailure } from '../../../src/view/failure/describe-failure.js'
import * as sentences from '../../../src/view/failure/sentences.js'
import { english } from '../../../src/view/i18n/texts.js'

it.each([
  ['user_rejected', 'retry'],
  ['wallet_timeout', 'retry'],
  ['popup_blocked', 'retry'],
  // The code that has not loaded, or not started, is fetched again.
  ['asset_integrity', 'retry'],
  ['part_failed', 'retry'],
  ['request_pending', 'back'],
  ['not_found', 'back'],
  ['wallet_outdated', 'back'],
  ['popup_sandboxed', 'tab'],
  ['popup_isolated', null],
  ['config_invalid', null],
] as const)('a failure with the code %s offers what helps: %s (UI08)', (code, action) => {
  expect(describeFailure({ code }, 'Alpha', english, sentences)).toMatchObject({ action })
})

it('offers a second try before the sentences have loaded (UI08)', () => {
  expect(describeFailure({ code: 'config_invalid' }, 'Alpha', english, undefined).action).toBe('retry')
})
