import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'OpenAPI and AsyncAPI from the running routes, and a page to try them on':
    '由运行中的路由生成 OpenAPI 和 AsyncAPI，并提供试用页面',
  'No mounted plugin of that name has operations': '没有挂载此名称且带有接口的插件',
}

export default texts
