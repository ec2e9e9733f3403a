import { WalletError } from '../errors/wallet-error.js'

/** What the checks of what a wallet is asked expect of the language: by name, an expression that is true there. */
const EXPECTED: Readonly<Record<string, () => unknown>> = {
  'Array.isArray': () => Array.isArray([]) && !Array.isArray({ length: 0 }),
  'Array.prototype.join': () => [1, 2].join('-') === '1-2',
  'Array.prototype[Symbol.iterator]': () => [...[7, 8]].join() === '7,8' && [...new Set([7])].join() === '7',
  'Array.prototype.concat': () => [7].concat([8], 9).join() === '7,8,9',
  'Array.prototype.every': () => [7, 8].every((one, at) => one === at + 7) && ![7, 8].every((one) => one < 8),
  'Array.prototype.filter': () => [7, 8].filter((one, at) => one === 8 && at === 1).join() === '8',
  'Array.prototype.find': () =>
    [7, 8].find((one, at) => one === 8 && at === 1) === 8 && [7].find((one) => one > 7) === undefined,
  'Array.prototype.flat': () => [[7], [8]].flat().join() === '7,8',
  'Array.prototype.flatMap': () => [7, 8].flatMap((one, at) => [one, at]).join() === '7,0,8,1',
  'Array.prototype.forEach': () => {
    let seen = ''
    const list = [7, 8]
    list.forEach((one, at) => {
      seen += `${one}${at}`
    })
    return seen === '7081'
  },
  'Array.prototype.includes': () => [7].includes(7) && ![7].includes(8),
  'Array.prototype.indexOf': () => [7, 8].indexOf(8) === 1 && [7].indexOf(8) === -1,
  'Array.prototype.map': () => [7, 8].map((one, at) => one * 10 + at).join() === '70,81',
  'Array.prototype.push': () => {
    const list = [7]
    return list.push(8, 9) === 3 && list[2] === 9
  },
  'Array.prototype.slice': () => [7, 8, 9].slice(1, 2).join() === '8' && [7, 8].slice(-1)[0] === 8,
  'Array.prototype.some': () =>
    [7, 8].some((one, at) => one === 8 && at === 1) && ![7].some((one) => one > 7),
  'Array.prototype.sort': () => [7, 8].sort((one, other) => other - one)[0] === 8,
  'Array.prototype.splice': () => {
    const list = [7, 8, 9]
    return list.splice(0, 2, 5)[1] === 8 && list.join() === '5,9'
  },
  'Object.assign': () => Object.assign({ a: 1 }, { a: 2 }, { b: 3 }).a === 2,
  'Object.getPrototypeOf': () => Object.getPrototypeOf([]) === Array.prototype,
  'Object.hasOwn': () => Object.hasOwn({ a: 1 }, 'a') && !Object.hasOwn({ a: 1 }, 'toString'),
  'Number.isSafeInteger': () =>
    Number.isSafeInteger(7) && !Number.isSafeInteger(0.5) && !Number.isSafeInteger('7'),
  'Number.isInteger': () => Number.isInteger(7) && !Number.isInteger(0.5),
  'Number.prototype.toString': () => (255).toString(16) === 'ff',
  'BigInt.prototype.toString': () => BigInt('0xff').toString(16) === 'ff',
  'String.prototype.charCodeAt': () => 'ab'.charCodeAt(1) === 98,
  'String.prototype.endsWith': () => 'ab'.endsWith('b') && !'ab'.endsWith('a'),
  'String.prototype.includes': () => 'abc'.includes('b') && !'abc'.includes('d'),
  'String.prototype.indexOf': () => 'abc'.indexOf('c') === 2 && 'abc'.indexOf('d') === -1,
  'String.prototype.match': () => 'ab'.match(/(b)/)?.[1] === 'b' && 'ab'.match(/c/) === null,
  'String.prototype.padStart': () => 'a'.padStart(3, 'b') === 'bba',
  'String.prototype.replace': () =>
    'aba'.replace(/a/g, (one) => `${one}c`) === 'acbac' && 'aba'.replace('a', 'c') === 'cba',
  'String.prototype.slice': () => 'abc'.slice(1, 2) === 'b' && 'abc'.slice(-1) === 'c',
  'String.prototype.split': () => 'a-b'.split('-').join() === 'a,b' && 'ab'.split('').length === 2,
  'String.prototype.startsWith': () => 'ab'.startsWith('a') && !'ab'.startsWith('b'),
  'String.prototype.toLowerCase': () => 'AB'.toLowerCase() === 'ab',
  'String.prototype.trim': () => ' a '.trim() === 'a',
  'RegExp.prototype.exec': () => /(b)/.exec('ab')?.[1] === 'b' && /c/.exec('ab') === null,
  'RegExp.prototype.test': () => /b/.test('ab') && !/c/.test('ab'),
  'Function.prototype.bind': () => Math.max.bind(null, 8)(7) === 8,
  'Function.prototype.call': () => Math.max.call(null, 7, 8) === 8,
  'Map.prototype': () => {
    const map = new Map([[7, 8]])
    let sum = 0
    map.forEach((value, key) => {
      sum += value + key
    })
    map.delete(7)
    return (
      sum === 15 &&
      map.set(1, 2).get(1) === 2 &&
      map.has(1) &&
      [...map.keys(), ...map.values()].join() === '1,2'
    )
  },
}

/**
 * Makes sure that no other script has replaced a built-in by one that does something else: what a wallet is asked is checked with
 * them. Statics that older libraries replace have another way (`platform/statics.ts`); what is here no known library replaces by
 * something else.
 *
 * @throws WalletError `config_invalid` naming the built-in
 */
export function requireBuiltIns(): void {
  const probe = (name: string, isRight: () => unknown) => {
    try {
      if (isRight()) return
    } catch {
      // What throws is not the built-in either.
    }
    throw new WalletError('config_invalid', {
      message: `Another script of this page has replaced ${name} by something else. The button cannot work with it.`,
    })
  }
  for (const name of Object.keys(EXPECTED)) probe(name, EXPECTED[name] as () => unknown)
}
