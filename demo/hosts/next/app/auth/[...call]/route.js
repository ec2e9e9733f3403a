import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const signIn = createSignIn({ domain: process.env.DOMAIN ?? 'localhost:3000', chains: ['eip155:31337'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

export { handle as GET, handle as POST }
