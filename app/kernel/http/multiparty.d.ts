declare module '@poppinss/multiparty' {
  import type { Writable } from 'node:stream'

  const multiparty: { Form: { prototype: Writable } }
  export default multiparty
}
