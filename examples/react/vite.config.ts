import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The service seems to lie beside the page, as behind a proxy in production. `vite preview` does the same. */
const service = { target: process.env.SERVICE_URL ?? 'http://localhost:3333', ws: true }

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '^/(app|ws)/': service } },
})
