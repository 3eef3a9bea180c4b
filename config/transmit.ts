import { defineConfig } from '@adonisjs/transmit'

/** Nodes hear of notices through the shared state, so each streams to its own clients only. */
export default defineConfig({
  pingInterval: '25s',
  transport: null,
})
