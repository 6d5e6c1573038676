/** What stage-song.woff2 carries; written by scripts/stage-fonts.ts. */
export const stageCharacters =
  '、。一七三下不中九了事二五交人今付件作你來信個做兩八公六到創包匙十午口品員商單四回在增多夜天好子安完定審尋對少已帳幕店庫影後成我扇打找把排探接提搜收放文新日早易星是晚最會月有期本材核椅標款歡每沒深照燈片理留發的益相票稽空站等簿紀素索網編者臺舞著藏處表裡要解言訂記設貼賺蹤輯迎近追送這過還都錄錢鎖鑰門開閱頁領首，？'
