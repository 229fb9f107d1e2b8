// What Grafana's application registers before it draws: which settings of a field there are, and how an override sets
// them.
import {
  FieldConfigOptionsRegistry,
  FieldConfigProperty,
  identityOverrideProcessor,
  standardFieldConfigEditorRegistry,
  standardTransformers,
  standardTransformersRegistry,
  type FieldConfigPropertyItem,
} from '@grafana/data';

const STANDARD = Object.values(FieldConfigProperty) as string[];
const CUSTOM = [
  ...['width', 'align', 'cellOptions', 'inspect', 'filterable', 'wrapText'],
  ...['lineWidth', 'lineStyle', 'fillOpacity', 'showPoints', 'spanNulls', 'stacking'],
];

const item = (path: string, isCustom: boolean): FieldConfigPropertyItem =>
  ({
    id: isCustom ? `custom.${path}` : path,
    path,
    isCustom,
    name: path,
    description: '',
    editor: () => null,
    override: () => null,
    process: identityOverrideProcessor,
    shouldApply: () => true,
    settings: {},
  }) as unknown as FieldConfigPropertyItem;

export const fieldSettings = new FieldConfigOptionsRegistry(() => [
  ...STANDARD.map((path) => item(path, false)),
  ...CUSTOM.map((path) => item(path, true)),
]);

export function register(): void {
  standardFieldConfigEditorRegistry.setInit(() => STANDARD.map((path) => item(path, false)));
  standardTransformersRegistry.setInit(() =>
    [standardTransformers.mergeTransformer, standardTransformers.organizeFieldsTransformer].map(
      (transformation) => ({ id: transformation.id, name: transformation.name, transformation: async () => transformation, imageDark: '', imageLight: '' }) as never,
    ),
  );
}
