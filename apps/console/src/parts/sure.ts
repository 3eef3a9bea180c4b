import { ElMessageBox } from 'element-plus/es/components/message-box/index.mjs'
import 'element-plus/es/components/message-box/style/css.mjs'
import 'element-plus/es/components/button/style/css.mjs'
import 'element-plus/es/components/input/style/css.mjs'
import 'element-plus/es/components/overlay/style/css.mjs'
import { t } from '../texts'

/** Asks before something that cannot be undone. */
export function sure(question: string, confirm = t('action.delete')): Promise<boolean> {
  return ElMessageBox.confirm(question, {
    type: 'warning',
    confirmButtonText: confirm,
    cancelButtonText: t('action.cancel'),
    confirmButtonClass: 'el-button--danger',
  }).then(
    () => true,
    () => false
  )
}
