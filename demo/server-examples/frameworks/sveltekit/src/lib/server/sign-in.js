// @ts-check
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const signIn = createSignIn({ domain: process.env.DOMAIN ?? 'localhost:3000', chains: ['eip155:1'] })

export const handle = createSignInHandler(signIn, { base: '/auth' })
