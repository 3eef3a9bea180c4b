import type { Texts } from '#kernel/languages/main'

/** What is wrong with a plan. */
export const plans: Texts = {
  'The plan has faults; see errors': '方案有错误；请查看 errors',
  'A plan is a JSON object; see GET plans/schema': '方案是 JSON 对象；请参阅 GET plans/schema',
  'A plan has at most {0} characters as JSON': '方案转为 JSON 后最多 {0} 个字符',
  'lacks {0}; add it': '缺少 {0}；请添加',
  'has members that a plan does not know: {0}; remove them': '含有方案中没有的成员：{0}；请删除',
  'must be one of: {0}': '必须是以下之一：{0}',
  'must match {0}: lower-case letters and digits in the style that the schema shows':
    '必须匹配 {0}：按 schema 所示样式使用小写字母和数字',
  'is too long; at most {0} characters': '过长；最多 {0} 个字符',
  '{0}; see GET plans/schema': '{0}；请参阅 GET plans/schema',

  // The module
  'Field "{0}" collides with "{1}"; rename one': '字段“{0}”与“{1}”冲突；请重命名其一',
  'There are {0} fields of type tree; keep one': '有 {0} 个 tree 类型的字段；请保留一个',
  'No field has a value of its own; add one, such as title:string':
    '没有自带值的字段；请添加一个，例如 title:string',
  'A unique set names "{0}", which is no field; mend it': '唯一组合中的“{0}”不是字段；请更正',
  'A {0} such as "{1}" cannot be unique; leave it out': '“{1}”这样的 {0} 不能设为唯一；请去掉',
  'A sample row names "{0}", which is no field; remove it': '示例数据中的“{0}”不是字段；请删除',
  'A sample row lacks "{0}", which is required; add it': '示例数据缺少必填的“{0}”；请添加',
  'Field "{0}" is a file, and the plugin "files" is not mounted; list it in config/plugins.ts':
    '字段“{0}”是文件，而插件“files”未挂载；请将其加入 config/plugins.ts',
  'There is a plugin "{0}" already; choose another name': '已有插件“{0}”；请另选名称',
  'The table "{0}" belongs to {1}; choose another': '表“{0}”属于 {1}；请另选',
  'The permission "{0}" belongs to the plugin "{1}"; choose another area or name':
    '权限“{0}”属于插件“{1}”；请另选领域或名称',
  'The menu "{0}" carries the permission "{1}", and roles may have it; choose another area or name':
    '菜单“{0}”携带权限“{1}”，可能已分配给角色；请另选领域或名称',
  'The menu "{0}" belongs to the plugin "{1}"; choose another name':
    '菜单“{0}”属于插件“{1}”；请另选名称',
  'Field "{0}" shows the column "{1}", which holds a secret by its name; leave it out':
    '字段“{0}”会显示列“{1}”，从名称看它含有机密；请去掉',

  // A field
  'Field "{0}" {1}': '字段“{0}”{1}',
  'has a name that is {0}; choose another, such as "{1}Value"':
    '的名称是{0}；请另选，例如“{1}Value”',
  'is of type {0}, which takes no "{1}"; remove it{2}': '的类型为 {0}，不支持“{1}”；请删除{2}',
  ' (it takes: {0})': '（支持：{0}）',
  'is longer than {0}; make it a text': '长于 {0}；请改为 text',
  'is unique, so it has at most {0} characters': '设为唯一，因此最多 {0} 个字符',
  'has a "min" above its "max"; exchange them': '的“min”大于“max”；请互换',
  'takes whole bounds of at most {0}': '的界限必须是不超过 {0} 的整数',
  'has more digits after the point than altogether; raise "precision"':
    '的小数位数超过总位数；请调大“precision”',
  'is an enum without values; add "values", as in ["draft","live"], or name a "dictionary"':
    '是没有取值的 enum；请添加“values”，例如 ["draft","live"]，或指定“dictionary”',
  'has "values" and a "dictionary"; remove one of them': '同时有“values”和“dictionary”；请删除其一',
  'names a value twice; remove one': '有重复的取值；请删除其一',
  'is a hasMany without "fields"; say what a line consists of, or declare a belongsTo in the other module':
    '是没有“fields”的 hasMany；请说明明细的组成，或在另一模块中声明 belongsTo',
  'is a {0} without "target"; name the module it refers to':
    '是没有“target”的 {0}；请指明所引用的模块',
  'none so far': '暂无',
  'refers to a module "{0}" that is not there; make it first (there are: {1})':
    '引用的模块“{0}”不存在；请先创建（现有：{1}）',
  'has a default with a question mark or a control character, which does not reach every database as it is; leave these out':
    '的默认值含有问号或控制字符，无法原样写入所有数据库；请去掉',
  'has a default that is no valid {0}; mend or remove it': '的默认值不是有效的 {0}；请更正或删除',
  'must be given and stands in no form; give it a default, or leave "form" out':
    '为必填，却不在表单中；请设置默认值，或去掉“form”',
  'Line field "{0}" stands twice; rename one': '明细字段“{0}”重复；请重命名其一',
  'Line field "{0}" cannot be a {1}; a line takes: {2}': '明细字段“{0}”不能是 {1}；明细支持：{2}',
}
