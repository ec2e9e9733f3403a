import { WalletError } from '../errors/wallet-error.js'

/** The characters of an EIP-4361 statement. A line break is none of them, nor are " % < > \ ^ { | } and the grave accent. */
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]{1,500}$/

/** What {@link isSignInStatement} wants, for whoever sets a statement. */
export const STATEMENT_RULE = 'statement must be one line of 1 to 500 ASCII characters without "%<>\\^`{|}'

/** Whether a text can be the sentence that a visitor agrees to by signing in, on every chain. */
export const isSignInStatement = (value: unknown): value is string =>
  typeof value === 'string' && STATEMENT.test(value)

/** Checks the statement of a page, which may be absent or empty. @throws WalletError `config_invalid` */
export function checkStatement(statement: string | undefined): void {
  if (statement && !isSignInStatement(statement))
    throw new WalletError('config_invalid', { message: `sign-in: the ${STATEMENT_RULE}` })
}
