import { computed, ref } from 'vue'
import { stored } from './stored'

type Theme = 'light' | 'dark'

const system: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const theme = ref<Theme>(stored.read('theme', system))

export const isDark = computed(() => theme.value === 'dark')

export function useTheme(chosen: Theme): void {
  theme.value = chosen
  document.documentElement.classList.toggle('dark', chosen === 'dark')
}

export function toggleTheme(): void {
  useTheme(isDark.value ? 'light' : 'dark')
  stored.write('theme', theme.value)
}

useTheme(theme.value)
