import { createApp } from 'vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import 'element-plus/theme-chalk/dark/css-vars.css'
import './styles/base.css'
import './theme'
import App from './App.vue'
import { queries } from './queries'
import { router } from './router'
import { currentLanguage, useLanguage } from './texts'

await useLanguage(currentLanguage.value)
createApp(App).use(router).use(VueQueryPlugin, { queryClient: queries }).mount('#console')
