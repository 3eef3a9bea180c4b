import { ref } from 'vue'

const query = window.matchMedia('(max-width: 800px)')

/** Whether the window is as narrow as a phone's. */
export const isNarrow = ref(query.matches)

query.addEventListener('change', () => (isNarrow.value = query.matches))
