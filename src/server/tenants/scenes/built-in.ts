import { mixed } from '#shared/kernel/colours.ts';
import type { ColourMode } from '#shared/kernel/page-rules.ts';
import { computeThemeVariables, type TenantKind, type Theme } from '#shared/tenants/domain.ts';

/** Shades of a centre's own colours, from what is far away to what stands in front. */
type Shade = 'far' | 'back' | 'middle' | 'front' | 'fill' | 'deep' | 'glow' | 'light' | 'figure';

/** A shape in one shade; with a width it is a line with round ends and joins. */
type Part = readonly [shade: Shade, d: string, width?: number];

/** Units of every scene. A window narrower than the whole sees its right. */
const size = { width: 1200, height: 240 } as const;

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}Z`;

const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}A${rx} ${ry} 0 0 1 ${x - rx} ${y}Z`;

/** Spruces of one height on one ground. */
const spruces = (ground: number, height: number, ...at: readonly number[]) =>
  at.map((x) => `M${x - height / 3} ${ground}L${x} ${ground - height}L${x + height / 3} ${ground}Z`).join('');

/** The same row of shapes again and again. */
const row = (count: number, shape: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => shape(index)).join('');

/**
 * What each kind of centre is drawn as. On the left lies what is low, so that words can stand above it; whatever is higher
 * than 100 stands right of 800.
 */
const scenes: Readonly<Record<TenantKind, readonly Part[]>> = {
  golfClub: [
    ['light', disc(880, 62, 30)],
    ['far', 'M0 240V182C150 152 270 152 410 174S690 198 830 160S1090 112 1200 132V240Z'],
    [
      'back',
      spruces(180, 92, 1100, 1154) +
        spruces(180, 112, 1126, 1184) +
        spruces(214, 54, 100, 126, 150, 560, 588),
    ],
    ['middle', 'M0 240V204C170 176 350 182 530 204S870 188 1010 164S1150 164 1200 172V240Z'],
    ['front', 'M760 240C800 206 900 186 1010 186S1180 200 1200 206V240Z'],
    ['light', 'M850 214C864 204 902 201 928 208C944 214 930 225 902 225S842 223 850 214Z'],
    ['deep', oval(1046, 207, 15, 4)],
    ['figure', 'M1046 206V66', 4],
    ['fill', 'M1048 66L1106 86L1048 106Z'],
    ['light', disc(986, 205, 6)],
  ],
  spa: [
    ['light', disc(930, 122, 56)],
    ['far', 'M0 150C200 146 420 154 640 150S1040 146 1200 150V240H0Z'],
    [
      'back',
      'M0 184C60 176 120 176 180 184S300 192 360 184S480 176 540 184S660 192 720 184S840 176 900 184S1020 192 1080 184S1160 178 1200 184V240H0Z',
    ],
    ['light', 'M884 162H976M900 172H960M70 168H130M420 164H500M610 172H650', 3],
    ['middle', 'M520 240C640 206 760 200 880 206S1120 196 1200 190V240Z'],
    ['front', oval(868, 208, 46, 13) + oval(868, 184, 34, 12) + oval(870, 163, 24, 10)],
    ['deep', oval(868, 146, 14, 8)],
    ['front', 'M1010 164H1150L1138 222H1022Z'],
    ['deep', 'M1004 158H1156V170H1004ZM1014 190H1146V196H1014Z'],
    [
      'figure',
      'M1050 142C1038 128 1062 116 1050 100S1062 72 1052 58M1082 142C1070 124 1094 110 1082 90S1094 56 1084 40M1114 142C1102 128 1126 116 1114 100S1126 78 1118 66',
      4,
    ],
    ['middle', 'M0 240V214C80 200 190 206 300 240Z'],
    ['front', 'M40 226C36 204 42 186 54 172M54 224C58 206 70 192 86 184M34 226C28 210 18 198 6 190', 5],
  ],
  swimmingPool: [
    ['far', 'M820 0H1200V130H820Z'],
    ['glow', 'M850 20H930V100H850ZM950 20H1030V100H950ZM1050 20H1130V100H1050ZM1150 20H1200V100H1150Z'],
    ['back', 'M0 152H1200V240H0Z'],
    ['middle', 'M0 178H1200V240H0Z'],
    ['front', 'M0 210H1200V240H0Z'],
    ['light', row(20, (index) => `M${index * 62} 152h26`), 5],
    ['light', row(17, (index) => `M${index * 74 + 10} 178h34`), 6],
    ['light', row(14, (index) => `M${index * 90 + 4} 210h44`), 7],
    ['deep', 'M1120 112H1184V152H1166V128H1138V152H1120ZM1112 104H1192V114H1112Z'],
    ['figure', 'M1104 70L1072 58L1036 66L996 92', 14],
    ['figure', 'M996 92L966 112L938 140', 10],
    ['fill', 'M1050 56L1070 52L1074 66L1042 74Z'],
    ['figure', disc(980, 112, 12)],
    ['light', 'M898 146C906 138 914 138 922 146M930 146C938 134 948 134 956 146', 4],
    ['figure', 'M690 196C674 166 640 168 624 192M716 196H770', 10],
    ['fill', disc(702, 188, 13)],
    ['light', 'M596 200C608 192 618 200 628 196M774 192C784 184 790 196 800 188', 4],
  ],
  climbingHall: [
    ['far', 'M760 240L838 60L900 0H1200V240Z'],
    ['back', 'M900 240L940 70L1010 0H1200V240Z'],
    ['middle', 'M1060 240L1040 120L1120 0H1200V240Z'],
    [
      'fill',
      `${disc(878, 112, 9)}${disc(856, 176, 10)}${disc(956, 50, 10)}${disc(1150, 60, 10)}${disc(1092, 190, 11)}`,
    ],
    [
      'light',
      `${disc(910, 168, 9)}${disc(948, 198, 9)}${disc(1088, 40, 9)}${disc(1128, 128, 10)}${disc(1168, 190, 9)}${disc(904, 60, 8)}`,
    ],
    [
      'deep',
      `${disc(1020, 62, 10)}${disc(926, 116, 8)}${disc(1050, 168, 11)}${disc(1174, 100, 9)}${disc(1076, 100, 8)}`,
    ],
    ['light', 'M1000 0C1006 50 998 90 990 140', 3],
    [
      'figure',
      'M986 108L992 146M986 108L962 92L956 58M986 108L1014 100L1018 70M992 146L960 154L950 190M992 146L1020 168L1046 158',
      13,
    ],
    ['figure', disc(986, 84, 14)],
    ['deep', 'M976 106H996L1002 148H982Z'],
    ['front', 'M0 218H1200V240H0Z'],
    ['middle', 'M320 218H326V240H320ZM640 218H646V240H640ZM960 218H966V240H960Z'],
    ['back', 'M60 218L92 178L140 168L182 192L200 218Z'],
    ['far', 'M92 178L140 168L128 218H84Z'],
  ],
  tennisClub: [
    ['far', 'M0 240V176C120 160 240 168 360 176S640 160 780 168S1060 150 1200 160V240Z'],
    ['back', 'M0 240V186H1200V240Z'],
    ['middle', 'M40 240L300 196H1080L1200 216V240Z'],
    ['light', 'M40 240L300 196H1080L1200 216M610 196L560 240M196 214H1190', 4],
    ['front', `${row(18, (index) => `M${352 + index * 24} 162V206`)}M330 174H784M330 188H784M330 202H784`, 2],
    ['light', 'M330 160Q557 168 784 160', 6],
    ['figure', 'M330 154V214M784 154V214', 6],
    ['deep', 'M1088 150L1148 214', 15],
    ['fill', 'M966 46C990 10 1050 8 1080 44S1104 134 1074 146S984 126 966 98S954 66 966 46Z', 11],
    [
      'figure',
      'M982 40L1088 136M1010 22L1098 104M964 66L1062 146M1056 22L966 90M1084 48L990 126M1096 86L1032 140',
      2,
    ],
    ['fill', disc(900, 116, 24)],
    ['light', 'M882 100C896 108 896 126 884 134M918 98C904 106 904 126 916 134', 4],
    ['figure', oval(900, 222, 22, 4)],
  ],
  yogaStudio: [
    ['glow', disc(1000, 112, 92)],
    ['far', 'M0 240V190C140 160 280 166 420 188S700 208 840 178S1080 150 1200 166V240Z'],
    ['back', 'M0 240V214C180 194 380 196 580 212S940 200 1200 196V240Z'],
    ['front', 'M860 214H1140Q1152 214 1152 222T1140 230H860Q848 230 848 222T860 214Z'],
    ['figure', 'M1000 104V186M1000 124L958 150L938 188M1000 124L1042 150L1062 188', 17],
    ['figure', 'M930 204C950 184 984 186 1014 202M1070 204C1050 184 1016 186 986 202', 20],
    ['figure', disc(1000, 84, 19)],
    ['figure', 'M976 124H1024L1018 190H982Z'],
    ['deep', 'M988 66A13 13 0 0 1 1012 66Z'],
    [
      'middle',
      'M1128 214C1122 170 1134 130 1156 104C1174 140 1166 184 1150 214ZM1146 214C1156 178 1174 156 1198 146C1200 176 1186 200 1164 214Z',
    ],
    [
      'back',
      'M70 214C64 190 74 166 90 152C104 174 100 198 92 214ZM96 214C100 196 114 182 130 178C132 194 122 206 110 214Z',
    ],
  ],
  pilatesStudio: [
    ['far', 'M850 0H1150V150H850Z'],
    ['glow', 'M862 0H994V138H862ZM1006 0H1138V138H1006Z'],
    ['back', 'M0 240V206H1200V240Z'],
    ['middle', 'M0 240V224H1200V240Z'],
    ['deep', 'M812 176H1168V188H812Z'],
    ['figure', 'M834 188V218M1146 188V218M1146 176L1160 132M1150 132H1172', 8],
    ['front', 'M866 160H1004Q1014 160 1014 168V176H856V168Q856 160 866 160Z'],
    ['figure', 'M900 148H968', 18],
    ['figure', 'M968 148L1014 104L1060 76M968 148L1022 112L1070 86', 14],
    ['figure', 'M912 146L940 108L960 104', 11],
    ['figure', disc(878, 146, 15)],
    ['fill', disc(972, 98, 20), 6],
    ['light', 'M1066 82L1160 134', 3],
    ['fill', disc(640, 190, 34)],
    ['light', 'M620 176C626 166 636 162 646 164', 4],
    [
      'middle',
      'M60 206C54 178 66 156 82 140C96 164 92 188 84 206ZM86 206C92 188 104 176 120 172C122 186 112 198 102 206Z',
    ],
  ],
  danceStudio: [
    ['far', 'M900 0L764 214H1020ZM1120 0L980 214H1200V120Z'],
    ['back', 'M0 240V206H1200V240Z'],
    ['glow', `${oval(900, 212, 112, 12)}${oval(1090, 212, 104, 12)}`],
    [
      'middle',
      row(15, (index) => {
        const height = 12 + ((index * 37) % 41);
        return `M${60 + index * 44} 206V${206 - height}`;
      }),
      12,
    ],
    ['fill', 'M886 118C880 150 850 172 832 190C872 204 920 200 944 186C926 168 912 146 908 118Z'],
    [
      'figure',
      'M898 92V128M898 104L868 84L846 54M898 104L930 94L958 102M890 180L880 212M912 182L934 210',
      11,
    ],
    ['figure', disc(898, 80, 13)],
    [
      'figure',
      'M1062 92L1070 150M1064 108L1030 108L1002 96M1066 108L1096 84L1112 52M1070 150L1044 178L1036 212M1070 150L1104 172L1128 206',
      14,
    ],
    ['deep', 'M1052 100H1078L1082 150H1058Z'],
    ['figure', disc(1060, 80, 14)],
    ['fill', 'M1160 52V92M1160 52L1188 44V84', 5],
    ['fill', oval(1153, 93, 9, 7) + oval(1181, 85, 9, 7)],
  ],
  gymChain: [
    ['far', 'M820 24H1180V150H820Z'],
    ['glow', 'M836 38H930V136H836ZM946 38H1054V136H946ZM1070 38H1164V136H1070Z'],
    ['back', 'M0 240V206H1200V240Z'],
    ['middle', 'M0 240V226H1200V240Z'],
    ['front', 'M70 176H420V184H70ZM70 204H420V212H70ZM80 176H90V226H80ZM400 176H410V226H400Z'],
    [
      'deep',
      row(
        5,
        (index) =>
          `M${110 + index * 62} 164V176M${136 + index * 62} 164V176M${110 + index * 62} 170H${136 + index * 62}`,
      ),
      9,
    ],
    [
      'deep',
      row(
        5,
        (index) =>
          `M${112 + index * 62} 194V204M${134 + index * 62} 194V204M${112 + index * 62} 199H${134 + index * 62}`,
      ),
      7,
    ],
    ['figure', 'M850 62H1150', 6],
    [
      'fill',
      'M868 22H884Q888 22 888 26V98Q888 102 884 102H868Q864 102 864 98V26Q864 22 868 22ZM1116 22H1132Q1136 22 1136 26V98Q1136 102 1132 102H1116Q1112 102 1112 98V26Q1112 22 1116 22Z',
    ],
    ['deep', 'M896 34H908V90H896ZM1092 34H1104V90H1092Z'],
    [
      'figure',
      'M1000 100V160M1000 116L968 98L950 64M1000 116L1032 98L1050 64M1000 160L976 184L970 216M1000 160L1024 184L1030 216',
      16,
    ],
    ['figure', disc(1000, 86, 16)],
    ['deep', 'M990 112H1010V158H990Z'],
    ['fill', `${disc(640, 196, 20)}${disc(700, 200, 16)}`],
    ['fill', 'M628 182C626 160 654 160 652 182M690 188C688 172 712 172 710 188', 7],
  ],
  sportsCentre: [
    ['light', disc(1122, 58, 30)],
    ['far', 'M0 240V186C160 164 320 166 480 184S760 196 900 172S1120 148 1200 158V240Z'],
    ['back', 'M830 186V130C880 92 1010 92 1060 130V186Z'],
    ['glow', row(5, (index) => `M${850 + index * 42} 140H${874 + index * 42}V172H${850 + index * 42}Z`)],
    ['back', spruces(190, 56, 1150, 1186) + spruces(192, 36, 90, 112, 138, 610, 632)],
    ['middle', 'M0 240V208C300 186 800 184 1200 194V240Z'],
    ['light', 'M0 218C300 198 800 196 1200 206M0 230C300 214 800 212 1200 220', 3],
    [
      'figure',
      'M1002 110L988 152M1000 114L972 122L966 144M1002 114L1024 132L1044 122M988 152L1016 172L1008 204M988 152L966 178L936 186',
      13,
    ],
    ['figure', disc(1012, 90, 14)],
    ['fill', 'M994 106L1012 112L1000 154L978 148Z'],
    [
      'figure',
      'M1128 124L1116 162M1126 128L1102 136L1094 156M1128 128L1146 144L1164 134M1116 162L1142 178L1138 208M1116 162L1098 186L1072 194',
      12,
    ],
    ['figure', disc(1136, 106, 13)],
    ['deep', 'M1120 120L1138 126L1126 166L1106 160Z'],
  ],
  trainerPortal: [
    ['glow', disc(1008, 104, 84)],
    ['far', disc(1008, 104, 84), 5],
    [
      'back',
      row(12, (index) => {
        const angle = (index * Math.PI) / 6;
        const at = (r: number) =>
          `${Math.round(1008 + r * Math.sin(angle))} ${Math.round(104 - r * Math.cos(angle))}`;
        return `M${at(66)}L${at(74)}`;
      }),
      5,
    ],
    ['fill', 'M1008 104V52M1008 104L1046 82', 6],
    ['back', 'M0 240V206H1200V240Z'],
    ['middle', 'M0 240V224H1200V240Z'],
    [
      'figure',
      'M900 122V168M900 126L878 146L872 168M900 126L922 148L944 150M900 168L890 192L888 220M900 168L912 192L914 220',
      14,
    ],
    ['figure', disc(900, 100, 15)],
    ['deep', 'M888 118H912V168H888Z'],
    ['fill', 'M936 132L958 128L962 160L940 164Z'],
    [
      'figure',
      'M1090 134L1082 172M1088 138L1062 144L1042 136M1092 138L1066 152L1044 144M1082 172L1052 180L1050 218M1082 172L1116 194L1150 214',
      14,
    ],
    ['figure', disc(1094, 112, 15)],
    ['fill', disc(1036, 138, 11)],
    ['far', 'M40 200L110 176L190 194L290 168L380 186L468 164', 5],
    [
      'fill',
      `${disc(110, 176, 7)}${disc(190, 194, 7)}${disc(290, 168, 7)}${disc(380, 186, 7)}${disc(468, 164, 9)}`,
    ],
  ],
};

/** How much of its own colour a centre shows by distance; the dark has less of it where much is covered. */
const shares = {
  light: { far: 0.14, back: 0.3, middle: 0.5, front: 0.74 },
  dark: { far: 0.1, back: 0.22, middle: 0.36, front: 0.54 },
} as const;

function shadesOf(theme: Pick<Theme, ColourMode>, mode: ColourMode): Record<Shade, string> {
  const { '--soft': sky, '--fill': fill, '--text': text, '--bg': bg } = computeThemeVariables(theme)[mode];
  const { far, back, middle, front } = shares[mode];
  return {
    far: mixed(sky, fill, far),
    back: mixed(sky, fill, back),
    middle: mixed(sky, fill, middle),
    front: mixed(sky, fill, front),
    fill,
    deep: mixed(fill, mode === 'light' ? text : bg, 0.45),
    glow: mode === 'light' ? '#ffffff' : mixed(sky, fill, 0.3),
    light: mode === 'light' ? '#ffffff' : mixed(fill, text, 0.7),
    figure: mode === 'light' ? mixed(text, fill, 0.2) : mixed(text, fill, 0.15),
  };
}

/** The picture of a centre's front page: shapes in its own colours, on the ground of the page. */
export function scenePicture(kind: TenantKind, theme: Pick<Theme, ColourMode>, mode: ColourMode): string {
  const shades = shadesOf(theme, mode);
  const shapes = scenes[kind].map(([shade, d, width]) =>
    width === undefined
      ? `<path fill="${shades[shade]}" d="${d}"/>`
      : `<path fill="none" stroke="${shades[shade]}" stroke-width="${width}" d="${d}"/>`,
  );
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMaxYMax slice" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</svg>`;
}
