import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'No mounted plugin of that name has operations': '没有挂载此名称且带有接口的插件',
}

export default texts
