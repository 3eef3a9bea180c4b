import { h } from 'vue'
import type { ChanceryError } from '@chancery/http-client'
import { ElMessage } from 'element-plus/es/components/message/index.mjs'
import 'element-plus/es/components/message/style/css.mjs'
import FaultText from './FaultText.vue'

export function tell(error: unknown): void {
  const { retryAfter = 0 } = error as ChanceryError
  const duration = Math.max(6000, retryAfter * 1000)
  ElMessage({ type: 'error', message: h(FaultText, { error }), duration, showClose: true })
}

export function done(text: string): void {
  ElMessage({ type: 'success', message: text })
}
