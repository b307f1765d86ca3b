import type { Call, CallInput, CallReply } from '@academy/contract/call';
import type { AddressParts } from '@academy/contract/rules/call-address';
import type * as v from 'valibot';
import type { assistantTexts } from './assistant-texts.ts';

export type ToolName = Exclude<keyof typeof assistantTexts, 'noLab' | `${string}Text`>;

/** One thing that an assistant may do for a learner: a call of the API, its input and reply in a form that assistants read. */
export interface AssistantTool {
  /** Its title and what it is for are texts of this name. */
  name: ToolName;
  input: v.GenericSchema<unknown, unknown>;
  call: Call;
  ask(input: unknown): AddressParts;
  /** @param origin of the academy, without a trailing slash */
  tell(reply: unknown, origin: string): string;
}

interface Described<Input extends v.GenericSchema, C extends Call> extends Pick<AssistantTool, 'name'> {
  input: Input;
  call: C;
  ask(input: v.InferOutput<Input>): CallInput<C>;
  tell(reply: CallReply<C>, origin: string): string;
}

/** A tool with the types of its call. */
export const assistantTool = <Input extends v.GenericSchema, C extends Call>(
  tool: Described<Input, C>,
): AssistantTool =>
  // The library validates the input, and the call's own tests its reply.
  tool as unknown as AssistantTool;
