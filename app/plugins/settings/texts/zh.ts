import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'There is no setting "{0}"': '不存在参数“{0}”',
  '"{0}" must be {1}': '“{0}”必须是{1}',
  'There are {0} dictionaries, as many as there may be': '已有 {0} 个字典，达到上限',
  'There is already a dictionary "{0}"': '已存在字典“{0}”',
  'The {field} field must name languages such as en or zh':
    '{field} 字段必须使用 en、zh 等语言代码',
  'The {field} field must be a value of the dictionary {code}':
    '{field} 字段必须是字典 {code} 中的值',
  'The {field} field must be true or false, a number or a text':
    '{field} 字段必须是布尔值、数字或文本',
  'Settings that administrators change at run time, dictionaries, and their transfer':
    '管理员可在运行时修改的参数、字典以及配置迁移',
  'See settings, and who changed them': '查看参数及其修改记录',
  'Change settings': '修改参数',
  'List dictionaries': '查看字典列表',
  'See a dictionary': '查看字典',
  'Create dictionaries': '新建字典',
  'Change dictionaries': '修改字典',
  'Delete dictionaries': '删除字典',
  'Export dictionaries': '导出字典',
  'Name of the application': '应用名称',
  'Front ends show it beside the login and in the title of the window.':
    '前端在登录页和窗口标题中显示。',
  'Announcement': '公告',
  'Front ends show it to everybody, before and after the login; empty for none.':
    '前端在登录前后向所有人显示；留空则不显示。',
  'Settings': '参数设置',
  'Dictionaries': '数据字典',
}

export default texts
