import { onActivated, onBeforeUnmount, onDeactivated, ref } from 'vue'

/** Whether the page and the window are visible. */
export function useShown() {
  const isFront = ref(true)
  const isVisible = ref(document.visibilityState === 'visible')
  const look = () => (isVisible.value = document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', look)
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', look))
  onActivated(() => (isFront.value = true))
  onDeactivated(() => (isFront.value = false))
  return () => isFront.value && isVisible.value
}
