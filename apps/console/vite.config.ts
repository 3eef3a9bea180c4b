import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import components from 'unplugin-vue-components/vite'
import { ElementPlusResolver } from 'unplugin-vue-components/resolvers'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  root: path('.'),
  base: './',
  resolve: {
    alias: {
      '@chancery/http-client': path('../../clients/http/src/index.ts'),
      '@chancery/messaging-client': path('../../clients/messaging/src/index.ts'),
    },
  },
  plugins: [vue(), components({ dts: false, dirs: [], resolvers: [ElementPlusResolver()] })],
  build: {
    outDir: path('../../app/plugins/console/assets'),
    emptyOutDir: true,
    assetsDir: 'files',
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: { '^/(app|v3|actuator)/': { target: 'http://localhost:3333', changeOrigin: true } },
  },
})
