import { onActivated, type Ref } from 'vue'

interface Refreshed {
  isStale: Ref<boolean>
  refetch: () => unknown
}

/** Asks again when a page that was kept behind comes to the front. */
export function freshWhenShown({ isStale, refetch }: Refreshed): void {
  onActivated(() => void (isStale.value && refetch()))
}
