import { AccountSchema, AccountSessionSchema } from '@academy/contract/account';
import { PublicAlertSchema } from '@academy/contract/alerts';
import { AlertSchema } from '@academy/contract/alerts-admin';
import { AuditEventSchema } from '@academy/contract/audit';
import type { Schema } from '@academy/contract/call';
import { CertificateSchema, IssuedCertificateSchema } from '@academy/contract/certificates';
import { ContactMessageSchema } from '@academy/contract/contact-admin';
import { ContentPageSchema } from '@academy/contract/content-pages';
import { CourseItemSchema, CourseSchema, TeacherSchema } from '@academy/contract/courses';
import { CategorySchema, EntitlementsSchema, InstructorRefSchema } from '@academy/contract/entities';
import { FavoriteLessonSchema } from '@academy/contract/favorites';
import { FeedbackItemSchema, RatingsSchema } from '@academy/contract/feedback-admin';
import { FindingSchema } from '@academy/contract/findings';
import { GuideItemSchema, GuideSchema } from '@academy/contract/guides';
import { InstructorItemSchema, InstructorSchema } from '@academy/contract/instructors';
import {
  AttemptLineSchema,
  AttemptQuestionSchema,
  AttemptResultSchema,
  AttemptSchema,
  KnowledgeCheckSchema,
  QuestionResultSchema,
  QuestionSchema,
} from '@academy/contract/knowledge-checks';
import { LabSchema, LabSessionSchema, RunningLabSchema } from '@academy/contract/labs';
import { LabEngineHealthSchema, LabSessionItemSchema } from '@academy/contract/labs-admin';
import {
  LearningPathItemSchema,
  LearningPathSchema,
  PathCourseSchema,
  PathStepSchema,
} from '@academy/contract/learning-paths';
import { LessonItemSchema, LessonSchema, VideoSchema } from '@academy/contract/lessons';
import { ManagedEmailSchema } from '@academy/contract/managed-emails';
import { MembershipDetailsSchema, VoucherRequestSchema } from '@academy/contract/memberships';
import { RequestedVoucherSchema } from '@academy/contract/memberships-admin';
import { PersonSchema } from '@academy/contract/people';
import { ImportResultSchema } from '@academy/contract/people-import';
import { LearnerSchema } from '@academy/contract/people-learners';
import { AccessTokenSchema } from '@academy/contract/personal-access-tokens';
import { CourseProgressSchema, OverlayItemSchema } from '@academy/contract/progress';
import { ContentSourceSchema, PublishedItemSchema } from '@academy/contract/publishing';
import { ContentUseSchema, PublishedContentSchema } from '@academy/contract/publishing-admin';
import { ContentVersionSchema } from '@academy/contract/publishing-history';
import { ReviewAnswerSchema, ReviewQuestionSchema, ReviewSummarySchema } from '@academy/contract/reviews';
import { SearchHitSchema, SearchResultSchema, TextPartSchema } from '@academy/contract/search';
import { StatsSchema } from '@academy/contract/stats';
import { WorkshopSchema } from '@academy/contract/workshops';

/** Schemas that replies share; the reference shows each once, under its name here. */
export const ENTITIES: Readonly<Record<string, Schema>> = {
  AccessToken: AccessTokenSchema,
  Account: AccountSchema,
  AccountSession: AccountSessionSchema,
  Alert: AlertSchema,
  Attempt: AttemptSchema,
  AttemptLine: AttemptLineSchema,
  AttemptQuestion: AttemptQuestionSchema,
  AttemptResult: AttemptResultSchema,
  AuditEvent: AuditEventSchema,
  Category: CategorySchema,
  Certificate: CertificateSchema,
  ContactMessage: ContactMessageSchema,
  ContentPage: ContentPageSchema,
  ContentSource: ContentSourceSchema,
  ContentVersion: ContentVersionSchema,
  Course: CourseSchema,
  CourseItem: CourseItemSchema,
  CourseProgress: CourseProgressSchema,
  Entitlements: EntitlementsSchema,
  FavoriteLesson: FavoriteLessonSchema,
  FeedbackItem: FeedbackItemSchema,
  Finding: FindingSchema,
  Guide: GuideSchema,
  GuideItem: GuideItemSchema,
  ImportResult: ImportResultSchema,
  Instructor: InstructorSchema,
  InstructorItem: InstructorItemSchema,
  InstructorRef: InstructorRefSchema,
  IssuedCertificate: IssuedCertificateSchema,
  KnowledgeCheck: KnowledgeCheckSchema,
  Lab: LabSchema,
  LabEngineHealth: LabEngineHealthSchema,
  LabSession: LabSessionSchema,
  LabSessionItem: LabSessionItemSchema,
  Learner: LearnerSchema,
  LearningPath: LearningPathSchema,
  LearningPathItem: LearningPathItemSchema,
  Lesson: LessonSchema,
  LessonItem: LessonItemSchema,
  ManagedEmail: ManagedEmailSchema,
  MembershipDetails: MembershipDetailsSchema,
  OverlayItem: OverlayItemSchema,
  PathCourse: PathCourseSchema,
  PathStep: PathStepSchema,
  Person: PersonSchema,
  PublicAlert: PublicAlertSchema,
  ContentUse: ContentUseSchema,
  PublishedContent: PublishedContentSchema,
  PublishedItem: PublishedItemSchema,
  Question: QuestionSchema,
  QuestionResult: QuestionResultSchema,
  Ratings: RatingsSchema,
  RequestedVoucher: RequestedVoucherSchema,
  ReviewAnswer: ReviewAnswerSchema,
  ReviewQuestion: ReviewQuestionSchema,
  ReviewSummary: ReviewSummarySchema,
  RunningLab: RunningLabSchema,
  SearchHit: SearchHitSchema,
  SearchResult: SearchResultSchema,
  Stats: StatsSchema,
  Teacher: TeacherSchema,
  TextPart: TextPartSchema,
  Video: VideoSchema,
  VoucherRequest: VoucherRequestSchema,
  Workshop: WorkshopSchema,
};
