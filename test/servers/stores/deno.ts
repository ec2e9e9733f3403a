import { createDenoStore } from '../../../demo/server-examples/stores/deno-kv.mjs'
import { createSite } from './site.js'

declare const Deno: any

const kv = await Deno.openKv(Deno.args[0])
Deno.serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    onListen: ({ port }: { port: number }) => console.log('port', port),
  },
  createSite((name) => createDenoStore(kv, name)),
)
